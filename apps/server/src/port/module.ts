import type { Needs } from './needs.ts'

// The ports that each module uses, by area. A module imports its own type as `Server`.
export type HttpServer = Needs<
  | 'callLog'
  | 'config'
  | 'keys'
  | 'limits'
  | 'metrics'
  | 'onceRunning'
  | 'platforms'
  | 'retiring'
  | 'sealer'
  | 'smdp'
  | 'stopping'
  | 'tracer'
>
export type JobsServer = Needs<
  | 'config'
  | 'jobs'
  | 'keys'
  | 'limits'
  | 'mail'
  | 'metrics'
  | 'outside'
  | 'platforms'
  | 'ports'
  | 'retiring'
  | 'sealer'
  | 'smdp'
  | 'smds'
  | 'stopping'
  | 'stripe'
  | 'tracer'
  | 'vault'
  | 'workers'
>
export type MetricsServer = Needs<'config' | 'metrics' | 'ports' | 'smdp' | 'workers'>

export type AdminServer = Needs<'config' | 'mail' | 'platforms' | 'smdp' | 'stripe'>
export type DashboardServer = Needs
export type HomeServer = Needs
export type LiveServer = Needs<'keys' | 'platforms' | 'smdp'>
export type ReportsServer = Needs<'config' | 'mail' | 'platforms'>
export type SearchServer = Needs
export type ViewsServer = Needs

export type DiscountsServer = Needs<'platforms'>
export type InvoicesServer = Needs<'config' | 'mail' | 'platforms'>
export type OrdersServer = Needs<'config' | 'mail' | 'platforms'>
/** With the payment methods that are offered. */
export type SellingServer = OrdersServer & Needs<'stripe'>
export type RenewalServer = Needs<'config' | 'jobs' | 'mail' | 'platforms' | 'stripe'>
export type StaffOrdersServer = Needs<'config' | 'mail' | 'platforms' | 'sealer' | 'stripe'>
export type StripeServer = Needs<'config' | 'jobs' | 'mail' | 'platforms' | 'stripe'>
export type TransfersServer = Needs<'config' | 'mail' | 'platforms' | 'sealer' | 'workers'>

export type ApprovalsServer = Needs<'config' | 'platforms' | 'sealer' | 'stopping'>
export type AccountsServer = Needs<'config' | 'keys' | 'mail' | 'passwordCost' | 'platforms' | 'sealer' | 'smdp'>
export type ClientsServer = Needs<'config' | 'keys' | 'mail' | 'platforms' | 'smdp'>
export type EnterprisesServer = Needs<'config' | 'keys' | 'mail' | 'platforms' | 'sealer' | 'smdp' | 'workers'>
export type InvitationsServer = Needs<'config' | 'mail' | 'platforms'>
export type MovesServer = Needs<'config' | 'jobs' | 'keys' | 'platforms' | 'sealer' | 'smdp' | 'stopping' | 'vault'>
export type OauthServer = Needs<
  'config' | 'keys' | 'limits' | 'mail' | 'outside' | 'passwordCost' | 'platforms' | 'sealer' | 'smdp'
>
export type SecurityServer = Needs<'config' | 'keys' | 'mail' | 'platforms' | 'sealer'>
export type SessionsServer = Needs<'keys' | 'platforms' | 'smdp'>
export type TeamServer = Needs<'config' | 'keys' | 'mail' | 'passwordCost' | 'platforms' | 'sealer' | 'smdp'>

export type AnnouncementsServer = Needs<'platforms'>
export type AuditServer = Needs<'keys'>
export type BehaviorServer = Needs
export type BrandServer = Needs<'config' | 'mail' | 'platforms' | 'smdp'>
export type FeedbackServer = Needs<'config' | 'mail' | 'platforms'>
export type LegalServer = Needs<'platforms'>
export type MailServer = Needs<'config' | 'mail' | 'platforms' | 'sealer'>
export type NoticesServer = Needs<'config' | 'mail' | 'platforms'>
export type PlansServer = Needs<'config' | 'mail' | 'platforms'>
export type ProvidersServer = Needs<'platforms' | 'sealer'>
export type RestoresServer = Needs
export type WhiteLabelServer = Needs<'config' | 'platforms' | 'smdp' | 'workers'>

export type AppletsServer = Needs<'platforms' | 'vault'>
export type ConfigurationsServer = Needs<'vault' | 'workers'>
/** For what reads no file from outside: also other modules call it. */
export type ReadingServer = Omit<ConfigurationsServer, 'workers'>
export type FleetServer = Needs<'config' | 'keys' | 'platforms' | 'smdp'>
export type GroupsServer = Needs<'vault'>
export type InspectionServer = Needs<'vault' | 'workers'>
export type PoolsServer = Needs
export type CommentsServer = Needs
export type RollupServer = Needs
export type AttributesServer = Needs<'stopping'>
export type TagsServer = Needs<'stopping'>
export type SourceServer = Needs<'vault' | 'workers'>

export type CallsServer = Needs<'metrics'>
export type Es2plusServer = Needs<
  | 'config'
  | 'limits'
  | 'outside'
  | 'platforms'
  | 'ports'
  | 'retiring'
  | 'sealer'
  | 'smdp'
  | 'smds'
  | 'stopping'
  | 'vault'
>
export type KeysServer = Needs
export type OpenApiServer = Needs<
  | 'config'
  | 'jobs'
  | 'keys'
  | 'limits'
  | 'metrics'
  | 'platforms'
  | 'sealer'
  | 'smdp'
  | 'smds'
  | 'stopping'
  | 'tracer'
  | 'vault'
>
export type WebhooksServer = Needs<'config' | 'metrics' | 'sealer' | 'outside' | 'limits' | 'stopping'>

export type BlockServer = Needs
export type CampaignsServer = Needs<'config' | 'platforms' | 'sealer' | 'smdp' | 'vault'>
export type ErasureServer = Needs<'stopping'>
export type DeliveryServer = Needs<
  'config' | 'jobs' | 'keys' | 'mail' | 'platforms' | 'sealer' | 'smdp' | 'stopping' | 'workers'
>
export type GenerateServer = Needs<'config' | 'jobs' | 'keys' | 'platforms' | 'smdp' | 'stopping' | 'vault'>
export type LeaksServer = Needs
export type LeaseServer = Needs
export type OperationsServer = Needs<'config' | 'jobs' | 'keys' | 'platforms' | 'smdp' | 'stopping' | 'vault'>
export type PhoneServer = Needs<'phones' | 'platforms' | 'smdp' | 'stopping' | 'vault'>
export type PushesServer = Needs<'platforms' | 'smdp' | 'smds'>
export type RecycleServer = Needs<'config' | 'keys' | 'ports' | 'smdp' | 'stopping'>
export type SamplesServer = Needs
export type RulesServer = OperationsServer & DeliveryServer
export type VouchersServer = Needs<
  'config' | 'keys' | 'limits' | 'metrics' | 'platforms' | 'sealer' | 'smdp' | 'vault' | 'workers'
>
export type SmdpServer = Needs<
  'config' | 'keys' | 'limits' | 'metrics' | 'platforms' | 'ports' | 'retiring' | 'tracer' | 'vault'
>
export type SmdsServer = Needs<'config' | 'limits' | 'metrics' | 'ports' | 'retiring' | 'smdp'>
export type TacServer = Needs
