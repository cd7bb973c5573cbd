package postgres

import "strings"

// admitted are the types of nodes, by their names in pg_query's protobuf, that may stand in a SELECT. The walk holds some
// of them to more than that (walk.go).
var admitted = words(`
	Node List Integer Float Boolean String BitString A_Const
	SelectStmt WithClause CommonTableExpr CTESearchClause CTECycleClause ResTarget Alias SortBy GroupingSet WindowDef
	RangeVar RangeSubselect RangeFunction RangeTableFunc RangeTableFuncCol RangeTableSample JoinExpr ColumnDef
	ColumnRef A_Star A_Indirection A_Indices ParamRef
	A_Expr BoolExpr NullTest BooleanTest CaseExpr CaseWhen CoalesceExpr MinMaxExpr RowExpr A_ArrayExpr SubLink
	GroupingFunc FuncCall NamedArgExpr TypeCast TypeName CollateClause SQLValueFunction SetToDefault
	XmlExpr XmlSerialize
	JsonFormat JsonReturning JsonValueExpr JsonIsPredicate JsonOutput JsonKeyValue JsonObjectConstructor
	JsonArrayConstructor JsonArrayQueryConstructor JsonAggConstructor JsonObjectAgg JsonArrayAgg`)

// refused are the other types of nodes, each with the reason for people. A type that is in neither table is refused as
// unknown; nodes_test.go fails when the library brings one.
var refused = func() map[string]string {
	refused := make(map[string]string)
	for reason, names := range map[string]string{
		"INTO creates a table":                           `IntoClause`,
		"FOR UPDATE, FOR SHARE and their like lock rows": `LockingClause`,
		"it changes rows": `InsertStmt DeleteStmt UpdateStmt MergeStmt MergeWhenClause MergeAction OnConflictClause InferClause
			IndexElem InferenceElem OnConflictExpr CurrentOfExpr MultiAssignRef`,
		"it is a statement of another kind": `ReturnStmt PLAssignStmt CreateSchemaStmt AlterTableStmt ReplicaIdentityStmt
			AlterTableCmd AlterCollationStmt AlterDomainStmt GrantStmt ObjectWithArgs AccessPriv GrantRoleStmt
			AlterDefaultPrivilegesStmt CopyStmt VariableSetStmt VariableShowStmt CreateStmt Constraint CreateTableSpaceStmt
			DropTableSpaceStmt AlterTableSpaceOptionsStmt AlterTableMoveAllStmt CreateExtensionStmt AlterExtensionStmt
			AlterExtensionContentsStmt CreateFdwStmt AlterFdwStmt CreateForeignServerStmt AlterForeignServerStmt
			CreateForeignTableStmt CreateUserMappingStmt AlterUserMappingStmt DropUserMappingStmt ImportForeignSchemaStmt
			CreatePolicyStmt AlterPolicyStmt CreateAmStmt CreateTrigStmt CreateEventTrigStmt AlterEventTrigStmt
			CreatePLangStmt CreateRoleStmt AlterRoleStmt AlterRoleSetStmt DropRoleStmt CreateSeqStmt AlterSeqStmt DefineStmt
			CreateDomainStmt CreateOpClassStmt CreateOpClassItem CreateOpFamilyStmt AlterOpFamilyStmt DropStmt TruncateStmt
			CommentStmt SecLabelStmt DeclareCursorStmt ClosePortalStmt FetchStmt IndexStmt CreateStatsStmt StatsElem
			AlterStatsStmt CreateFunctionStmt FunctionParameter AlterFunctionStmt DoStmt InlineCodeBlock CallStmt CallContext
			RenameStmt AlterObjectDependsStmt AlterObjectSchemaStmt AlterOwnerStmt AlterOperatorStmt AlterTypeStmt RuleStmt
			NotifyStmt ListenStmt UnlistenStmt TransactionStmt CompositeTypeStmt CreateEnumStmt CreateRangeStmt AlterEnumStmt
			ViewStmt LoadStmt CreatedbStmt AlterDatabaseStmt AlterDatabaseRefreshCollStmt AlterDatabaseSetStmt DropdbStmt
			AlterSystemStmt ClusterStmt VacuumStmt VacuumRelation ExplainStmt CreateTableAsStmt RefreshMatViewStmt
			CheckPointStmt DiscardStmt LockStmt ConstraintsSetStmt ReindexStmt CreateConversionStmt CreateCastStmt
			CreateTransformStmt PrepareStmt ExecuteStmt DeallocateStmt DropOwnedStmt ReassignOwnedStmt AlterTSDictionaryStmt
			AlterTSConfigurationStmt PublicationTable PublicationObjSpec CreatePublicationStmt AlterPublicationStmt
			CreateSubscriptionStmt AlterSubscriptionStmt DropSubscriptionStmt`,
		"it belongs to a statement of another kind": `DefElem RoleSpec TableLikeClause PartitionElem PartitionSpec
			PartitionBoundSpec PartitionRangeDatum PartitionCmd TriggerTransition WithCheckOption`,
		"the server makes it while it plans, a text never holds it": `Query TableFunc Var Param Aggref WindowFunc
			SubscriptingRef FuncExpr OpExpr DistinctExpr NullIfExpr ScalarArrayOpExpr SubPlan AlternativeSubPlan FieldSelect
			FieldStore RelabelType CoerceViaIO ArrayCoerceExpr ConvertRowtypeExpr CollateExpr CaseTestExpr ArrayExpr
			RowCompareExpr JsonConstructorExpr CoerceToDomain CoerceToDomainValue NextValueExpr TargetEntry RangeTblRef
			FromExpr RangeTblEntry RTEPermissionInfo RangeTblFunction TableSampleClause SortGroupClause WindowClause
			RowMarkClause SetOperationStmt RawStmt IntList OidList`,
		"it is an answer of the parser, not a part of a statement": `ParseResult ScanResult ScanToken`,
	} {
		for _, name := range strings.Fields(names) {
			refused[name] = reason
		}
	}
	return refused
}()

func words(list string) map[string]bool {
	set := make(map[string]bool)
	for _, word := range strings.Fields(list) {
		set[word] = true
	}
	return set
}
