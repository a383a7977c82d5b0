package jsonscan

// Attachment is what another package keeps for the document that is being read.
type Attachment interface {
	// Release is called when the scanner is released.
	Release()
}

// Attached returns what was attached since Get.
func (s *Scanner) Attached() []Attachment { return s.attached }

// Attach keeps a until the scanner is released.
func (s *Scanner) Attach(a Attachment) {
	s.noted = true
	s.attached = append(s.attached, a)
}

// Document returns all that is being read.
func (s *Scanner) Document() []byte { return s.data }
