package schema

func (r *registry) checkMetaSchemas() {}
