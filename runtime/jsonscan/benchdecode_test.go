package jsonscan

func decodeTrajectory(s *Scanner, x *trajectory) bool {
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
			x.Version, ok = s.String()
		case "trajectory_id":
			bit = 2
			x.ID, ok = s.String()
		case "iterations":
			bit = 4
			if !s.EnterArray() {
				return false
			}
			from := s.Pos()
			for s.Element() {
				if len(x.Iterations) == cap(x.Iterations) {
					x.Iterations = Grow(s, x.Iterations, from)
				}
				x.Iterations = x.Iterations[:len(x.Iterations)+1]
				if !decodeStep(s, &x.Iterations[len(x.Iterations)-1]) {
					return false
				}
			}
			ok = s.LeaveArray()
		case "outcome":
			bit = 8
			x.Outcome = new(string)
			*x.Outcome, ok = s.String()
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

func decodeStep(s *Scanner, x *step) bool {
	if !s.EnterObject() {
		return false
	}
	var optional *struct {
		timestamp string
		duration  int64
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
			var n Number
			if n, ok = s.Number(); ok && n.CmpInt(1) >= 0 {
				x.Number, ok = n.Int64()
			}
		case "timestamp":
			bit = 2
			if optional == nil {
				optional = new(struct {
					timestamp string
					duration  int64
				})
			}
			x.Timestamp = &optional.timestamp
			*x.Timestamp, ok = s.String()
		case "thought":
			bit = 4
			ok = decodeThought(s, &x.Thought)
		case "action":
			bit = 8
			ok = decodeAction(s, &x.Action)
		case "observation":
			bit = 16
			ok = decodeObservation(s, &x.Observation)
		case "cost":
			bit = 32
			x.Cost = new(cost)
			ok = decodeCost(s, x.Cost)
		case "duration_ms":
			bit = 64
			if optional == nil {
				optional = new(struct {
					timestamp string
					duration  int64
				})
			}
			x.DurationMS = &optional.duration
			var n Number
			if n, ok = s.Number(); ok && n.CmpInt(0) >= 0 {
				*x.DurationMS, ok = n.Int64()
			}
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

func decodeThought(s *Scanner, x *thought) bool {
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
			var text []byte
			text, ok = s.Text()
			switch string(text) {
			case "goal":
				x.Type = "goal"
			case "research":
				x.Type = "research"
			case "reasoning":
				x.Type = "reasoning"
			default:
				ok = false
			}
		case "content":
			bit = 2
			x.Content, ok = s.String()
		case "confidence":
			bit = 4
			x.Confidence = new(float64)
			var n Number
			if n, ok = s.Number(); ok && n.CmpInt(0) >= 0 && n.CmpInt(1) <= 0 {
				*x.Confidence, ok = n.Float64()
			}
		case "references":
			bit = 8
			if !s.EnterArray() {
				return false
			}
			from := s.Pos()
			for s.Element() {
				text, ok := s.String()
				if !ok {
					return false
				}
				if len(x.References) == cap(x.References) {
					x.References = Grow(s, x.References, from)
				}
				x.References = append(x.References, text)
			}
			ok = s.LeaveArray()
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

func decodeAction(s *Scanner, x *action) bool {
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
			x.Tool, ok = s.String()
		case "description":
			bit = 2
			x.Description, ok = s.String()
		case "parameters":
			bit = 4
			ok = decodeParameters(s, &x.Parameters)
		case "rationale":
			bit = 8
			x.Rationale = new(string)
			*x.Rationale, ok = s.String()
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

func decodeParameters(s *Scanner, x *map[string]string) bool {
	if !s.EnterObject() {
		return false
	}
	*x = map[string]string{}
	for {
		name, more := s.Member()
		if !more {
			return s.LeaveObject()
		}
		key := s.Copy(name)
		if _, duplicate := (*x)[key]; duplicate {
			return false
		}
		value, ok := s.String()
		if !ok {
			return false
		}
		(*x)[key] = value
	}
}

func decodeObservation(s *Scanner, x *observation) bool {
	if !s.EnterObject() {
		return false
	}
	var optional *struct{ kind, learned string }
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
			x.Status, ok = s.String()
		case "result":
			bit = 2
			x.Result, ok = s.String()
		case "result_type":
			bit = 4
			if optional == nil {
				optional = new(struct{ kind, learned string })
			}
			x.ResultType = &optional.kind
			*x.ResultType, ok = s.String()
		case "learned":
			bit = 8
			if optional == nil {
				optional = new(struct{ kind, learned string })
			}
			x.Learned = &optional.learned
			*x.Learned, ok = s.String()
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

func decodeCost(s *Scanner, x *cost) bool {
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
		var n Number
		switch string(name) {
		case "input_tokens":
			bit = 1
			if n, ok = s.Number(); ok && n.CmpInt(0) >= 0 {
				x.Input, ok = n.Int64()
			}
		case "output_tokens":
			bit = 2
			if n, ok = s.Number(); ok && n.CmpInt(0) >= 0 {
				x.Output, ok = n.Int64()
			}
		case "cost_usd":
			bit = 4
			x.USD = new(float64)
			if n, ok = s.Number(); ok && n.CmpInt(0) >= 0 {
				*x.USD, ok = n.Float64()
			}
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

func parseTrajectory(data []byte) (*trajectory, bool) {
	s := Get(data)
	defer s.Release()
	x := new(trajectory)
	return x, decodeTrajectory(s, x) && s.End()
}
