declare const table: unique symbol

/**
 * The UUID of a row. The id of a row of another table does not fit its place; a plain string does, since ids arrive as texts
 * from requests and jobs.
 */
type RowId<Table extends string> = string & { readonly [table]?: Table }

export type ActivationCodeId = RowId<'activation_code'>
export type BatchId = RowId<'batch'>
export type ConfigurationId = RowId<'profile_configuration'>
export type EnterpriseId = RowId<'enterprise'>
export type GroupId = RowId<'profile_group'>
export type OrderId = RowId<'download_order'>
export type PlatformId = RowId<'platform'>
export type PoolId = RowId<'pool'>
export type ProfileId = RowId<'profile'>
export type SourceId = RowId<'source'>
export type UserId = RowId<'user_account'>
