package diag

// Codes B00xx belong to no stage.
const (
	TooMany  Code = "B0001"
	Internal Code = "B0002"
)

// Codes B01xx: reading JSON and YAML documents.
const (
	SyntaxError      Code = "B0101"
	DuplicateName    Code = "B0102"
	InvalidUTF8      Code = "B0103"
	TrailingData     Code = "B0104"
	EmptyDocument    Code = "B0105"
	TooDeep          Code = "B0106"
	TooLarge         Code = "B0107"
	ControlCharacter Code = "B0108"
	AliasCycle       Code = "B0110"
	AliasBomb        Code = "B0111"
	UnknownAnchor    Code = "B0112"
	BadKey           Code = "B0113"
	BadMerge         Code = "B0114"
	BadTag           Code = "B0115"
	UnknownTag       Code = "B0116"
	NotInJSON        Code = "B0117"
)

// Codes B02xx: reading documents as JSON Schema.
const (
	BadKeyword          Code = "B0201"
	InvalidSchema       Code = "B0202"
	UnknownDialect      Code = "B0203"
	BadURI              Code = "B0204"
	SchemaNotFound      Code = "B0205"
	SchemaUnreadable    Code = "B0206"
	UnresolvedReference Code = "B0207"
	DuplicateIdentifier Code = "B0208"
	EndlessReference    Code = "B0209"
	SchemaTooDeep       Code = "B0210"
	TooManyInstances    Code = "B0211"
	BadGoExtension      Code = "B0212"
	CustomType          Code = "B0213"
	BadGoName           Code = "B0214"
	BadPattern          Code = "B0215"
	Discriminator       Code = "B0216"
	SchemaTooLarge      Code = "B0217"
	Nullable            Code = "B0220"
	ExamplesMap         Code = "B0221"
	NullWord            Code = "B0222"
	MisplacedKeyword    Code = "B0223"
	HiddenKeyword       Code = "B0224"
	LatestDialect       Code = "B0225"
	EmptyEnum           Code = "B0226"
	RepeatedValue       Code = "B0227"
	ImpossibleMember    Code = "B0228"
	OverlappingBranches Code = "B0229"
	UnshapedUnion       Code = "B0230"
	UnmergedSchemas     Code = "B0231"
	SlashPointer        Code = "B0232"
	OtherDraft          Code = "B0233"
	UnseenType          Code = "B0242"
)

// Codes B03xx: applying overlays.
const (
	OverlayShape   Code = "B0301"
	PatchOperation Code = "B0302"
	PatchPointer   Code = "B0303"
	PatchTarget    Code = "B0304"
	PatchTest      Code = "B0305"
	PatchGrowth    Code = "B0306"
	MergeNoMember  Code = "B0307"
)

// Codes B05xx: the sections beside the JSON Schema part, and x-bindery.
const (
	SectionRead        Code = "B0500"
	UnknownSection     Code = "B0501"
	UnknownForm        Code = "B0502"
	LooseElse          Code = "B0503"
	StepRenamed        Code = "B0504"
	UnsafePath         Code = "B0505"
	PlaceholderUnbound Code = "B0506"
	LimitUnbound       Code = "B0507"
	UnknownState       Code = "B0508"
	OperationMade      Code = "B0509"
	BadBinding         Code = "B0510"
	LostBinding        Code = "B0511"
	BindingType        Code = "B0512"
	BadCheck           Code = "B0513"
	BadInjection       Code = "B0514"
	SectionBeside      Code = "B0515"
	DerivableBinding   Code = "B0516"
	LooksLikeControl   Code = "B0517"
	PathElsewhere      Code = "B0518"
)

// Codes B06xx: the configuration file.
const (
	NoConfig        Code = "B0601"
	BadConfig       Code = "B0602"
	UnusedIgnore    Code = "B0603"
	PackageCycle    Code = "B0604"
	NoImportPath    Code = "B0605"
	DamagedManifest Code = "B0606"
	OutsideProject  Code = "B0607"
	CompactChosen   Code = "B0608"
	NoSteps         Code = "B0609"
	StalePackage    Code = "B0610"
)

// Codes B07xx: generated files.
const (
	Drift        Code = "B0701"
	FileInTheWay Code = "B0702"
	LeftPackage  Code = "B0703"
)

// Codes B08xx: Go names.
const (
	NameCollision Code = "B0801"
	ReservedName  Code = "B0802"
	Renamed       Code = "B0803"
)

// Codes B09xx: documents.
const (
	InvalidDocument   Code = "B0901"
	OtherIdentity     Code = "B0902"
	LimitCrossed      Code = "B0903"
	DanglingReference Code = "B0904"
	UnreferencedFile  Code = "B0905"
	StaleIndex        Code = "B0906"
	TornLine          Code = "B0907"
	Leftover          Code = "B0908"
	UnknownFile       Code = "B0909"
	UnreadableFile    Code = "B0910"
	OrphanedFile      Code = "B0911"
	LackingLog        Code = "B0912"
)

// Codes B10xx: what a schema says about itself.
const (
	InvalidExample      Code = "B1001"
	InvalidDefault      Code = "B1002"
	MisspeltKeyword     Code = "B1003"
	OtherDraftKeyword   Code = "B1004"
	InapplicableKeyword Code = "B1005"
	UnknownFormat       Code = "B1006"
	UndeclaredRequired  Code = "B1007"
	ImpossibleSchema    Code = "B1008"
	UnusedDefinition    Code = "B1009"
	MisplacedProperty   Code = "B1010"
	LegacyPattern       Code = "B1011"
	DeadValue           Code = "B1012"
	UnownedSchema       Code = "B1013"
	VacuousRoot         Code = "B1014"
	IneffectiveKeyword  Code = "B1015"
	UnusualDialect      Code = "B1016"
	LooseURI            Code = "B1017"
	WidePattern         Code = "B1018"
)

// Codes B11xx: the step methods that belong to the user ("steps" in the configuration).
const (
	StepsSyntax  Code = "B1101"
	StepRemoved  Code = "B1102"
	StepChanged  Code = "B1103"
	StepUnknown  Code = "B1104"
	NoStepsPlace Code = "B1105"
)

// Codes B12xx: what a change of a schema breaks.
const (
	DocumentsRefused Code = "B1201"
	DocumentsInDoubt Code = "B1202"
	APIRemoved       Code = "B1203"
	APIChanged       Code = "B1204"
	APIRenamed       Code = "B1205"
	StepAdded        Code = "B1206"
	RunsDiverge      Code = "B1207"
	LimitLowered     Code = "B1208"
	PathChanged      Code = "B1209"
	PackageRemoved   Code = "B1210"
	UnusedAllowance  Code = "B1211"
	DefaultChanged   Code = "B1212"
	StateUnreachable Code = "B1213"
	OperationRefused Code = "B1214"
	SightNarrowed    Code = "B1215"
	SightWidened     Code = "B1216"
	BindingChanged   Code = "B1217"
)
