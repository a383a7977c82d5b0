package jsonscan

// encodeTrajectory is what a generated MarshalJSON looks like.
func encodeTrajectory(x *trajectory) ([]byte, error) {
	e := GetEncoder()
	e.BeginObject()
	e.Member(`"version":`)
	e.String(x.Version)
	e.Member(`"trajectory_id":`)
	e.String(x.ID)
	e.Member(`"iterations":`)
	e.BeginArray()
	for i := range x.Iterations {
		e.Element()
		encodeStep(e, &x.Iterations[i])
	}
	e.EndArray()
	optionalString(e, `"outcome":`, x.Outcome)
	e.EndObject()
	return e.Finish()
}

func optionalString(e *Encoder, name string, text *string) {
	if text != nil {
		e.Member(name)
		e.String(*text)
	}
}

func encodeStep(e *Encoder, x *step) {
	e.BeginObject()
	e.Member(`"iteration_number":`)
	e.Int(x.Number)
	optionalString(e, `"timestamp":`, x.Timestamp)
	e.Member(`"thought":`)
	e.BeginObject()
	e.Member(`"type":`)
	e.String(x.Thought.Type)
	e.Member(`"content":`)
	e.String(x.Thought.Content)
	if x.Thought.Confidence != nil {
		e.Member(`"confidence":`)
		e.Float(*x.Thought.Confidence)
	}
	if x.Thought.References != nil {
		e.Member(`"references":`)
		e.BeginArray()
		for _, reference := range x.Thought.References {
			e.Element()
			e.String(reference)
		}
		e.EndArray()
	}
	e.EndObject()
	e.Member(`"action":`)
	e.BeginObject()
	e.Member(`"tool":`)
	e.String(x.Action.Tool)
	e.Member(`"description":`)
	e.String(x.Action.Description)
	if x.Action.Parameters != nil {
		e.Member(`"parameters":`)
		e.BeginObject()
		Extra(e, x.Action.Parameters, nil, (*Encoder).String)
		e.EndObject()
	}
	optionalString(e, `"rationale":`, x.Action.Rationale)
	e.EndObject()
	e.Member(`"observation":`)
	e.BeginObject()
	e.Member(`"status":`)
	e.String(x.Observation.Status)
	e.Member(`"result":`)
	e.String(x.Observation.Result)
	optionalString(e, `"result_type":`, x.Observation.ResultType)
	optionalString(e, `"learned":`, x.Observation.Learned)
	e.EndObject()
	if x.Cost != nil {
		e.Member(`"cost":`)
		e.BeginObject()
		e.Member(`"input_tokens":`)
		e.Int(x.Cost.Input)
		e.Member(`"output_tokens":`)
		e.Int(x.Cost.Output)
		if x.Cost.USD != nil {
			e.Member(`"cost_usd":`)
			e.Float(*x.Cost.USD)
		}
		e.EndObject()
	}
	if x.DurationMS != nil {
		e.Member(`"duration_ms":`)
		e.Int(*x.DurationMS)
	}
	e.EndObject()
}

// validTrajectory and its helpers are what generated flag-mode code looks like.
func validTrajectory(data []byte) bool {
	s := Get(data)
	ok := validRoot(s) && s.End()
	s.Release()
	return ok
}

func validRoot(s *Scanner) bool {
	if !s.EnterObject() {
		return false
	}
	seen := uint64(0)
	names := s.NamesMark()
	for {
		name, more := s.Member()
		if !more {
			break
		}
		bit, ok := uint64(0), false
		switch string(name) {
		case "version":
			bit = 1
			ok = isText(s)
		case "trajectory_id":
			bit = 2
			ok = isText(s)
		case "iterations":
			bit = 4
			ok = validArray(s, validStep)
		case "outcome":
			bit = 8
			ok = isText(s)
		default:
			ok = s.NewName(names, name) && s.Skip()
		}
		if !ok || seen&bit != 0 {
			return false
		}
		seen |= bit
	}
	return s.LeaveNames(names) && seen&3 == 3
}

func validStep(s *Scanner) bool {
	if !s.EnterObject() {
		return false
	}
	seen := uint64(0)
	names := s.NamesMark()
	for {
		name, more := s.Member()
		if !more {
			break
		}
		bit, ok := uint64(0), false
		switch string(name) {
		case "iteration_number":
			bit = 1
			ok = isCount(s)
		case "timestamp":
			bit = 2
			ok = isText(s)
		case "thought":
			bit = 4
			ok = validThought(s)
		case "action":
			bit = 8
			ok = validAction(s)
		case "observation":
			bit = 16
			ok = validObservation(s)
		case "cost":
			bit = 32
			ok = validCost(s)
		case "duration_ms":
			bit = 64
			ok = isCount(s)
		default:
			ok = s.NewName(names, name) && s.Skip()
		}
		if !ok || seen&bit != 0 {
			return false
		}
		seen |= bit
	}
	return s.LeaveNames(names) && seen&29 == 29
}

func validThought(s *Scanner) bool {
	if !s.EnterObject() {
		return false
	}
	seen := uint64(0)
	names := s.NamesMark()
	for {
		name, more := s.Member()
		if !more {
			break
		}
		bit, ok := uint64(0), false
		switch string(name) {
		case "type":
			bit = 1
			ok = isThoughtType(s)
		case "content":
			bit = 2
			ok = isText(s)
		case "confidence":
			bit = 4
			ok = isShare(s)
		case "references":
			bit = 8
			ok = validArray(s, isText)
		default:
			ok = s.NewName(names, name) && s.Skip()
		}
		if !ok || seen&bit != 0 {
			return false
		}
		seen |= bit
	}
	return s.LeaveNames(names) && seen&3 == 3
}

func validAction(s *Scanner) bool {
	if !s.EnterObject() {
		return false
	}
	seen := uint64(0)
	names := s.NamesMark()
	for {
		name, more := s.Member()
		if !more {
			break
		}
		bit, ok := uint64(0), false
		switch string(name) {
		case "tool":
			bit = 1
			ok = isText(s)
		case "description":
			bit = 2
			ok = isText(s)
		case "parameters":
			bit = 4
			ok = validParameters(s)
		case "rationale":
			bit = 8
			ok = isText(s)
		default:
			ok = s.NewName(names, name) && s.Skip()
		}
		if !ok || seen&bit != 0 {
			return false
		}
		seen |= bit
	}
	return s.LeaveNames(names) && seen&3 == 3
}

func validObservation(s *Scanner) bool {
	if !s.EnterObject() {
		return false
	}
	seen := uint64(0)
	names := s.NamesMark()
	for {
		name, more := s.Member()
		if !more {
			break
		}
		bit, ok := uint64(0), false
		switch string(name) {
		case "status":
			bit = 1
			ok = isText(s)
		case "result":
			bit = 2
			ok = isText(s)
		case "result_type":
			bit = 4
			ok = isText(s)
		case "learned":
			bit = 8
			ok = isText(s)
		default:
			ok = s.NewName(names, name) && s.Skip()
		}
		if !ok || seen&bit != 0 {
			return false
		}
		seen |= bit
	}
	return s.LeaveNames(names) && seen&3 == 3
}

func validCost(s *Scanner) bool {
	if !s.EnterObject() {
		return false
	}
	seen := uint64(0)
	names := s.NamesMark()
	for {
		name, more := s.Member()
		if !more {
			break
		}
		bit, ok := uint64(0), false
		switch string(name) {
		case "input_tokens":
			bit = 1
			ok = isCount(s)
		case "output_tokens":
			bit = 2
			ok = isCount(s)
		case "cost_usd":
			bit = 4
			ok = isShare(s)
		default:
			ok = s.NewName(names, name) && s.Skip()
		}
		if !ok || seen&bit != 0 {
			return false
		}
		seen |= bit
	}
	return s.LeaveNames(names) && seen&3 == 3
}

func validParameters(s *Scanner) bool {
	if !s.EnterObject() {
		return false
	}
	names := s.NamesMark()
	for {
		name, more := s.Member()
		if !more {
			break
		}
		if !s.NewName(names, name) || !isText(s) {
			return false
		}
	}
	return s.LeaveNames(names)
}

func validArray(s *Scanner, item func(*Scanner) bool) bool {
	if !s.EnterArray() {
		return false
	}
	for s.Element() {
		if !item(s) {
			return false
		}
	}
	return s.LeaveArray()
}

func isText(s *Scanner) bool {
	_, ok := s.Text()
	return ok
}

func isThoughtType(s *Scanner) bool {
	text, _ := s.Text()
	switch string(text) {
	case "goal", "research", "reasoning":
		return true
	}
	return false
}

func isCount(s *Scanner) bool {
	n, ok := s.Number()
	return ok && n.IsInteger() && n.CmpInt(0) >= 0
}

func isShare(s *Scanner) bool {
	n, ok := s.Number()
	return ok && n.CmpInt(0) >= 0 && n.CmpInt(1) <= 0
}
