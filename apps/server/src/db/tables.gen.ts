// Generated from the migrations by npm run generate.
import type { ActivationCodeId, BatchId, ConfigurationId, EnterpriseId, GroupId, OrderId, PlatformId, PoolId, ProfileId, SourceId, UserId } from './row-id.ts'
import type { OperationKind } from '@simwright/contract/provisioning/operation-kind'
import type { CardIccid, Iccid } from '@simwright/ids'
import type { ColumnType, Generated } from 'kysely'

/** Reached inside tenantTx, tenantRead and systemTx only. */
export type TenantTables = {
  activation_code: ActivationCodeTable
  api_key: ApiKeyTable
  api_key_secret: ApiKeySecretTable
  applet_file: AppletFileTable
  approval_object: ApprovalObjectTable
  approval_policy: ApprovalPolicyTable
  approval_request: ApprovalRequestTable
  approval_use: ApprovalUseTable
  attribute: AttributeTable
  audit_chain: AuditChainTable
  audit_checkpoint: AuditCheckpointTable
  audit_entry: AuditEntryTable
  batch: BatchTable
  batch_row: BatchRowTable
  block_hit: BlockHitTable
  block_rule: BlockRuleTable
  bound_package: BoundPackageTable
  campaign: CampaignTable
  campaign_fill: CampaignFillTable
  client_note: ClientNoteTable
  code_file: CodeFileTable
  code_file_left: CodeFileLeftTable
  code_file_part: CodeFilePartTable
  code_leak: CodeLeakTable
  code_leak_feed: CodeLeakFeedTable
  code_mail: CodeMailTable
  code_page: CodePageTable
  code_page_network: CodePageNetworkTable
  comment: CommentTable
  current_count: CurrentCountTable
  device: DeviceTable
  device_message: DeviceMessageTable
  discount_use: DiscountUseTable
  download_order: DownloadOrderTable
  eid_push: EidPushTable
  end_user_page: EndUserPageTable
  enterprise: EnterpriseTable
  enterprise_arrival: EnterpriseArrivalTable
  enterprise_export: EnterpriseExportTable
  enterprise_export_part: EnterpriseExportPartTable
  enterprise_logo: EnterpriseLogoTable
  enterprise_role: EnterpriseRoleTable
  es2plus_call: Es2plusCallTable
  es2plus_operator: Es2plusOperatorTable
  es2plus_progress: Es2plusProgressTable
  feedback: FeedbackTable
  group_default: GroupDefaultTable
  group_rule: GroupRuleTable
  iccid_count: IccidCountTable
  invitation_use: InvitationUseTable
  invoice: InvoiceTable
  key_erasure: KeyErasureTable
  lease: LeaseTable
  member: MemberTable
  notice_threshold: NoticeThresholdTable
  open_api_credential: OpenApiCredentialTable
  operation: OperationTable
  operation_row: OperationRowTable
  order_attempt: OrderAttemptTable
  order_event: OrderEventTable
  outbox: OutboxTable
  payment: PaymentTable
  pgp_key: PgpKeyTable
  plan_order: PlanOrderTable
  plan_use: PlanUseTable
  planned_delivery: PlannedDeliveryTable
  pool: PoolTable
  pool_device: PoolDeviceTable
  pool_member: PoolMemberTable
  pool_past: PoolPastTable
  pool_refusal: PoolRefusalTable
  pool_use: PoolUseTable
  profile: ProfileTable
  profile_configuration: ProfileConfigurationTable
  profile_configuration_version: ProfileConfigurationVersionTable
  profile_event: ProfileEventTable
  profile_group: ProfileGroupTable
  profile_key: ProfileKeyTable
  profile_place: ProfilePlaceTable
  profile_trait: ProfileTraitTable
  profile_trait_index: ProfileTraitIndexTable
  program_call: ProgramCallTable
  qr_logo: QrLogoTable
  qr_preset: QrPresetTable
  qr_standard: QrStandardTable
  recycle_log: RecycleLogTable
  report_schedule: ReportScheduleTable
  rollup: RollupTable
  rollup_queue: RollupQueueTable
  rollup_state: RollupStateTable
  rsp_trial: RspTrialTable
  rule: RuleTable
  rule_feed: RuleFeedTable
  rule_run: RuleRunTable
  saved_report: SavedReportTable
  shared_view: SharedViewTable
  source: SourceTable
  source_column: SourceColumnTable
  source_part: SourcePartTable
  sso_connection: SsoConnectionTable
  sso_domain: SsoDomainTable
  sso_test: SsoTestTable
  stripe_customer: StripeCustomerTable
  subscription: SubscriptionTable
  supplied_package: SuppliedPackageTable
  tag: TagTable
  threshold_crossing: ThresholdCrossingTable
  transfer_proof: TransferProofTable
  transfer_proof_part: TransferProofPartTable
  virtual_phone: VirtualPhoneTable
  virtual_phone_day: VirtualPhoneDayTable
  virtual_phone_message: VirtualPhoneMessageTable
  voucher: VoucherTable
  voucher_batch: VoucherBatchTable
  voucher_codes: VoucherCodesTable
  webhook_arrival: WebhookArrivalTable
  webhook_attempt: WebhookAttemptTable
  webhook_delivery: WebhookDeliveryTable
  webhook_endpoint: WebhookEndpointTable
}

export type GlobalTables = {
  access_key_directory: AccessKeyDirectoryTable
  activation_code_directory: ActivationCodeDirectoryTable
  announcement: AnnouncementTable
  announcement_dismissal: AnnouncementDismissalTable
  api_key_directory: ApiKeyDirectoryTable
  attempt_counter: AttemptCounterTable
  audit_inbox: AuditInboxTable
  backup_run: BackupRunTable
  bip_message: BipMessageTable
  device_sign_in: DeviceSignInTable
  discount: DiscountTable
  es2plus_certificate_directory: Es2plusCertificateDirectoryTable
  heartbeat: HeartbeatTable
  iccid_directory: IccidDirectoryTable
  identity_provider: IdentityProviderTable
  invitation_link: InvitationLinkTable
  invoice_series: InvoiceSeriesTable
  known_device: KnownDeviceTable
  legal_consent: LegalConsentTable
  legal_text: LegalTextTable
  linked_order_directory: LinkedOrderDirectoryTable
  mail_message: MailMessageTable
  member_directory: MemberDirectoryTable
  notice: NoticeTable
  notice_choice: NoticeChoiceTable
  notice_digest: NoticeDigestTable
  oauth_flow: OauthFlowTable
  oauth_ticket: OauthTicketTable
  once_request: OnceRequestTable
  open_api_request: OpenApiRequestTable
  passkey: PasskeyTable
  payment_directory: PaymentDirectoryTable
  plan: PlanTable
  plan_tier: PlanTierTable
  platform: PlatformTable
  platform_applet: PlatformAppletTable
  platform_image: PlatformImageTable
  process_minute: ProcessMinuteTable
  program: ProgramTable
  recovery_code: RecoveryCodeTable
  restore: RestoreTable
  rsp_session: RspSessionTable
  sealed_key: SealedKeyTable
  seller: SellerTable
  sign_in_step: SignInStepTable
  smdp_host: SmdpHostTable
  smds_event: SmdsEventTable
  smds_session: SmdsSessionTable
  sso_directory: SsoDirectoryTable
  sso_domain_directory: SsoDomainDirectoryTable
  stripe_event: StripeEventTable
  tac: TacTable
  tac_import: TacImportTable
  tac_import_line: TacImportLineTable
  tac_table: TacTableTable
  tax_rate: TaxRateTable
  totp_factor: TotpFactorTable
  trial_use: TrialUseTable
  user_account: UserAccountTable
  user_behavior: UserBehaviorTable
  user_identity: UserIdentityTable
  user_session: UserSessionTable
  user_token: UserTokenTable
  voucher_directory: VoucherDirectoryTable
  write_probe: WriteProbeTable
}

type Bytes = ColumnType<Buffer, Uint8Array>
/** Parsed when read; written as JSON text. */
type Json = ColumnType<unknown, string>

export type AccessKeyDirectoryTable = {
  access_key: string
  enterprise_id: EnterpriseId
  credential_id: string
}

export type ActivationCodeTable = {
  enterprise_id: EnterpriseId
  id: ActivationCodeId
  kind: 'single' | 'campaign' | 'pooled' | 'rotation'
  matching_id: string
  slug: string
  profile_id: ProfileId | null
  sealed_confirmation: ColumnType<Buffer | null, Uint8Array | null>
  state: 'LIVE' | 'EXPIRED' | 'DEAD'
  orders: Generated<number>
  max_attempts: number
  max_redownloads: number
  allow_device_change: boolean
  expires_at: Date | null
  created_at: Date
  pool_id: PoolId | null
  issuer: 'NIST' | 'BRP' | null
}

export type ActivationCodeDirectoryTable = {
  matching_id: string
  slug: string
  enterprise_id: EnterpriseId
  activation_code_id: ActivationCodeId
  pool_id: PoolId | null
}

export type AnnouncementTable = {
  id: string
  platform_id: PlatformId | null
  kind: 'INFO' | 'WARNING' | 'MAINTENANCE'
  text: string
  link: string | null
  starts_at: Date
  ends_at: Date | null
  withdrawn_at: Date | null
  created_by: string | null
  created_at: Date
  version: Generated<number>
}

export type AnnouncementDismissalTable = {
  announcement_id: string
  user_id: UserId
  at: Date
}

export type ApiKeyTable = {
  enterprise_id: EnterpriseId
  id: string
  name: string
  kind: 'PERSONAL' | 'SERVICE'
  scopes: string[]
  addresses: string[]
  created_by: string
  created_at: Date
  revoked_at: Date | null
  version: Generated<number>
  is_test: Generated<boolean>
}

export type ApiKeyDirectoryTable = {
  secret_id: string
  enterprise_id: EnterpriseId
}

export type ApiKeySecretTable = {
  enterprise_id: EnterpriseId
  id: string
  key_id: string
  hash: Bytes
  created_at: Date
  ends_at: Date
  last_used_at: Date | null
  last_used_address: string | null
}

export type AppletFileTable = {
  enterprise_id: EnterpriseId
  id: string
  file_name: string
  sha256: string
  bytes: number
  package_aid: string
  class_aids: string[]
  package_version: string
  sealed: Bytes
  replaced_at: Date | null
  created_by: string | null
  created_at: Date
}

export type ApprovalObjectTable = {
  enterprise_id: EnterpriseId
  request_id: string
  line: number
  profile_id: ProfileId
  iccid: string
  mark: string
}

export type ApprovalPolicyTable = {
  enterprise_id: EnterpriseId
  rules: ColumnType<unknown, string | undefined, string>
  approvers: Generated<string[]>
  expiry_hours: Generated<number>
  window_minutes: Generated<number>
  version: Generated<number>
  changed_by: string | null
  changed_at: Date
  off_asked_by: string | null
  off_due_at: Date | null
}

export type ApprovalRequestTable = {
  enterprise_id: EnterpriseId
  id: string
  operation: string
  sentence: string
  amount: number
  state: 'PENDING' | 'APPROVED' | 'REFUSED' | 'EXPIRED' | 'CANCELED' | 'DONE' | 'FAILED'
  mode: 'AUTO' | 'REPEAT'
  fingerprint: Bytes
  call_path: string | null
  sealed_input: ColumnType<Buffer | null, Uint8Array | null>
  time_zone: string
  requester_id: string
  requester_key: string | null
  rule_id: string | null
  person_id: string
  objects: Generated<number>
  objects_sha256: ColumnType<Buffer | null, Uint8Array | null>
  comment: Generated<string>
  requested_at: Date
  expires_at: Date
  notified_at: Date | null
  decided_by: string | null
  decided_at: Date | null
  decision_comment: Generated<string>
  starts_at: Date | null
  attempts: Generated<number>
  ended_at: Date | null
  reason: string | null
  changed: ColumnType<unknown, string | undefined, string>
  version: Generated<number>
}

export type ApprovalUseTable = {
  enterprise_id: EnterpriseId
  person_id: string
  operation: string
  day: string
  amount: number
}

export type AttemptCounterTable = {
  key: string
  attempts: number
  window_started_at: Date
  blocked_until: Date | null
}

export type AttributeTable = {
  enterprise_id: EnterpriseId
  id: string
  word: string
  name: string
  kind: 'text' | 'number' | 'date' | 'choice' | 'link'
  choices: Generated<string[]>
  required: Generated<boolean>
  position: number
  version: Generated<number>
  created_by: string
  created_at: Date
  updated_at: Date
  removed_at: Date | null
  replaced_by: string | null
  profiles_left: Generated<boolean>
}

export type AuditChainTable = {
  enterprise_id: EnterpriseId
  number: number
  hash: Bytes
  seal: Bytes
}

export type AuditCheckpointTable = {
  enterprise_id: EnterpriseId
  number: number
  hash: Bytes
  made_at: Date
  seal: Bytes
}

export type AuditEntryTable = {
  enterprise_id: EnterpriseId
  number: number
  id: string
  at: Date
  actor_kind: string
  actor_id: string | null
  actor_name: string
  actor_email: string | null
  address: string | null
  request_id: string | null
  action: string
  object_kind: string
  object_id: string | null
  object_name: string
  before: ColumnType<unknown, string | null>
  after: ColumnType<unknown, string | null>
  hash: Bytes
}

export type AuditInboxTable = {
  id: string
  enterprise_id: EnterpriseId
  at: Date
  actor_kind: 'PERSON' | 'KEY' | 'STAFF' | 'SYSTEM'
  actor_id: string | null
  actor_name: string
  actor_email: string | null
  address: string | null
  request_id: string | null
  action: string
  object_kind: string
  object_id: string | null
  object_name: string
  before: ColumnType<unknown, string | null>
  after: ColumnType<unknown, string | null>
}

export type BackupRunTable = {
  taken_at: Date
  bytes: number
}

export type BatchTable = {
  enterprise_id: EnterpriseId
  id: BatchId
  code: string
  type: 'GENERATE_AC' | 'BATCH_GENERATE' | 'RE_GENERATE' | 'SINGLE_GENERATE' | 'OPEN_BATCH_GENERATE'
  process: 'PROCESSING' | 'COMPLETE'
  configuration_id: ConfigurationId | null
  configuration_version: number | null
  source_id: SourceId | null
  file_name: string | null
  protection: 'PLAIN' | 'PGP' | null
  generate_again: Generated<boolean>
  total: number
  succeeded: Generated<number>
  failed: Generated<number>
  next_part: Generated<number>
  cancel_requested_at: Date | null
  lease_holder: string | null
  lease_until: Date | null
  attempts: Generated<number>
  created_by: string
  created_at: Date
  started_at: Date | null
  completed_at: Date | null
  sample: Generated<boolean>
  first_iccid: string | null
  first_imsi: string | null
  core_file_at: Date | null
  core_file_by: string | null
  group_name: string | null
  maker_limited: Generated<boolean>
  with_links: Generated<boolean>
  left_out: Generated<number>
  common_cells: ColumnType<unknown, string | null>
}

export type BatchRowTable = {
  enterprise_id: EnterpriseId
  batch_id: BatchId
  line: number
  iccid: CardIccid
  profile_id: ProfileId | null
  activation_code_id: ActivationCodeId | null
  reason: string | null
}

export type BipMessageTable = {
  id: string
  at: Date
  address: string
  raw: Bytes
  iccid: string | null
  counter: number | null
  reason: string | null
  outcome: 'RECYCLED' | 'KNOWN' | 'FORGED' | 'REPLAYED' | 'UNKNOWN' | 'MALFORMED'
  simulated: Generated<boolean>
  enterprise_id: EnterpriseId | null
}

export type BlockHitTable = {
  enterprise_id: EnterpriseId
  id: string
  block_id: string
  kind: string
  value: string
  at: Date
  eid: string
  tac: string | null
  device: string | null
  address: string | null
  profile_id: ProfileId | null
}

export type BlockRuleTable = {
  enterprise_id: EnterpriseId
  id: string
  kind: 'EID' | 'EID_RANGE' | 'TAC'
  value: string
  note: string
  hits: Generated<number>
  last_hit_at: Date | null
  version: Generated<number>
  created_by: string
  created_at: Date
}

export type BoundPackageTable = {
  enterprise_id: EnterpriseId
  order_id: OrderId
  sealed: Bytes
  created_at: Date
}

export type CampaignTable = {
  enterprise_id: EnterpriseId
  id: string
  name: string
  configuration_id: ConfigurationId
  notes: string
  title: string
  welcome: string
  public_page: boolean
  confirmation_needed: Generated<boolean>
  left_over: number | null
  ended_at: Date | null
  started_at: Date | null
  version: Generated<number>
  created_by: string
  created_at: Date
  removed_at: Date | null
  at_end: Generated<'KEEP' | 'RECYCLE'>
  recycle_begun_at: Date | null
  recycle_behind: string | null
  recycle_count: Generated<number>
  recycle_done_at: Date | null
  recycle_by: string | null
}

export type CampaignFillTable = {
  enterprise_id: EnterpriseId
  call: Bytes
  campaign_id: string
  added: number
  after_id: string
  updated_at: Date
}

export type ClientNoteTable = {
  enterprise_id: EnterpriseId
  id: string
  author_id: string
  author_name: string
  text: string
  created_at: Date
  edited_at: Date | null
}

export type CodeFileTable = {
  enterprise_id: EnterpriseId
  id: string
  form: 'QR_ZIP' | 'LABELS' | 'PROFILES' | 'CODES'
  given: Json
  selection: Json
  process: 'PROCESSING' | 'COMPLETE' | 'FAILED'
  total: number
  written: Generated<number>
  bytes: Generated<number>
  attempts: Generated<number>
  lease_holder: string | null
  lease_until: Date | null
  created_by: string
  created_at: Date
  completed_at: Date | null
  expires_at: Date
  left_out: Generated<number>
  maker_limited: Generated<boolean>
  approved_sha256: ColumnType<Buffer | null, Uint8Array | null>
}

export type CodeFileLeftTable = {
  enterprise_id: EnterpriseId
  file_id: string
  line: number
  iccid: string
  status: string
  reason: string
}

export type CodeFilePartTable = {
  enterprise_id: EnterpriseId
  file_id: string
  number: number
  sealed: Bytes
}

export type CodeLeakTable = {
  enterprise_id: EnterpriseId
  profile_id: ProfileId
  kind: 'CODE_DEVICES' | 'CODE_NETWORKS'
  id: string
  matching_id: string
  value: number
  level: number
  hours: number
  found_at: Date
  dismissed_at: Date | null
  dismissed_by: string | null
}

export type CodeLeakFeedTable = {
  enterprise_id: EnterpriseId
  read_to: Date
}

export type CodeMailTable = {
  enterprise_id: EnterpriseId
  id: string
  profile_id: ProfileId
  activation_code_id: ActivationCodeId
  recipient: string
  mail_id: string
  sent_by: string
  at: Date
}

export type CodePageTable = {
  enterprise_id: EnterpriseId
  activation_code_id: ActivationCodeId
  opened: Generated<number>
  first_opened_at: Date | null
  last_opened_at: Date | null
  closed_at: Date | null
}

export type CodePageNetworkTable = {
  enterprise_id: EnterpriseId
  activation_code_id: ActivationCodeId
  network: string
  at: Date
}

export type CommentTable = {
  enterprise_id: EnterpriseId
  id: string
  object_kind: 'PROFILE' | 'BATCH' | 'CAMPAIGN' | 'ORDER'
  object_id: string
  text: string
  created_by: string
  key_name: string | null
  created_at: Date
  edited_at: Date | null
  deleted_at: Date | null
  deleted_by: string | null
  version: Generated<number>
  profile_id: Generated<ProfileId | null>
  batch_id: Generated<BatchId | null>
  campaign_id: Generated<string | null>
}

export type CurrentCountTable = {
  enterprise_id: EnterpriseId
  metric: 'status' | 'brand' | 'configuration'
  dimension: string
  count: number
  group_id: GroupId | null
}

export type DeviceTable = {
  enterprise_id: EnterpriseId
  eid: string
  tac: string | null
  imei: string | null
  brand: string | null
  model: string | null
  first_seen_at: Date
  last_seen_at: Date
  release: number | null
}

export type DeviceMessageTable = {
  enterprise_id: EnterpriseId
  id: string
  function: string
  transaction_id: ColumnType<Buffer | null, Uint8Array | null>
  eid: string | null
  address: string
  outcome: string
  raw: Bytes
  at: Date
}

export type DeviceSignInTable = {
  id: string
  handle_hash: Bytes
  code: string
  secret_hash: Bytes
  machine: string
  address: string
  scopes: string[]
  state: Generated<'WAITING' | 'APPROVED' | 'REFUSED'>
  checked_by: string | null
  checked_for: string | null
  secret_id: string | null
  created_at: Date
  expires_at: Date
  polled_at: Date | null
  poll_interval: number
}

export type DiscountTable = {
  id: string
  platform_id: PlatformId
  code: string
  percent: number | null
  cents: number | null
  plans: string[]
  billing_types: string[]
  max_uses: number | null
  used: Generated<number>
  once_per_enterprise: boolean
  expires_at: Date | null
  stopped_at: Date | null
  note: string
  version: number
  created_at: Date
}

export type DiscountUseTable = {
  enterprise_id: EnterpriseId
  order_id: OrderId
  discount_id: string
  once_per_enterprise: boolean
  used_at: Date
}

export type DownloadOrderTable = {
  enterprise_id: EnterpriseId
  id: OrderId
  profile_id: ProfileId
  activation_code_id: ActivationCodeId
  number: Generated<number>
  eid: string | null
  state: 'Available' | 'Allocated' | 'Linked' | 'Confirmed' | 'Released' | 'Downloaded' | 'Installed' | 'Error' | 'Unavailable'
  state_at: Date
  device_trust: 'test' | 'live'
  attempts: Generated<number>
  confirmation_failures: Generated<number>
  last_sequence: Generated<number>
  created_at: Date
  charged_to: string | null
  handed_out_at: Date | null
  push_id: string | null
  recycle_counter: Generated<number>
  device_brand: string | null
  device_model: string | null
  device_release: number | null
  enabled_at: Date | null
  requester: string | null
  smds_address: string | null
  without_matching_id: Generated<boolean>
}

export type EidPushTable = {
  enterprise_id: EnterpriseId
  id: string
  profile_id: ProfileId
  activation_code_id: ActivationCodeId
  order_id: OrderId
  eid: string
  event_id: string
  smdp_address: string
  smds: string | null
  state: 'PUSHED' | 'DOWNLOADED' | 'FAILED'
  state_at: Date
  reason: string | null
  counted: boolean
  binds: boolean
  event: 'REGISTERING' | 'REGISTERED' | 'DELETING' | 'CLOSED'
  event_attempts: Generated<number>
  event_due_at: Date
  created_by: string
  created_at: Date
}

export type EndUserPageTable = {
  enterprise_id: EnterpriseId
  language: 'en' | 'de' | 'fr' | 'es' | 'ar'
  color: string | null
  texts: Json
  version: number
}

export type EnterpriseTable = {
  enterprise_id: EnterpriseId
  platform_id: PlatformId
  name: string
  plan: 'DEFAULT' | 'DEMO' | 'BASIC' | 'PRO' | 'PREMIUM' | 'LAB'
  state: 'ACTIVE' | 'SUSPENDED'
  created_at: Date
  second_factor_demanded: Generated<boolean>
  sso_only: Generated<boolean>
  version: Generated<number>
  time_zone: string | null
  address: ColumnType<unknown, string | null>
  billing: ColumnType<unknown, string | null>
  trial_days: Generated<number>
  deletion_at: Date | null
  logo_id: string | null
  suspension_reason: string | null
  suspended_at: Date | null
  trial_offer: Generated<'OPEN' | 'WITHHELD' | 'GRANTED'>
  test_of: string | null
  test_number: number | null
  use_known_from: Date | null
}

export type EnterpriseArrivalTable = {
  enterprise_id: EnterpriseId
  signer: string
  exported_at: Date
  arrived_at: Date
  report: Json
}

export type EnterpriseExportTable = {
  enterprise_id: EnterpriseId
  id: string
  recipient_key: string
  recipient: string
  process: 'PROCESSING' | 'COMPLETE' | 'FAILED'
  total: Generated<number>
  written: Generated<number>
  bytes: Generated<number>
  attempts: Generated<number>
  lease_holder: string | null
  lease_until: Date | null
  created_by: string
  created_at: Date
  completed_at: Date | null
  expires_at: Date
}

export type EnterpriseExportPartTable = {
  enterprise_id: EnterpriseId
  export_id: string
  number: number
  sealed: Bytes
}

export type EnterpriseLogoTable = {
  enterprise_id: EnterpriseId
  id: string
  content_type: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/svg+xml'
  content: Bytes
  created_at: Date
}

export type EnterpriseRoleTable = {
  enterprise_id: EnterpriseId
  id: string
  name: string
  permissions: Json
  version: Generated<number>
  created_at: Date
  updated_at: Date
}

export type Es2plusCallTable = {
  enterprise_id: EnterpriseId
  caller_id: string
  call_id: string
  function: string
  input_hash: Bytes
  profile_id: ProfileId | null
  answer: ColumnType<unknown, string | null>
  at: Date
  number: number | null
}

export type Es2plusCertificateDirectoryTable = {
  fingerprint: string
  enterprise_id: EnterpriseId
  operator_id: string
  state: 'WAITING' | 'ACCEPTED' | 'PROVEN'
}

export type Es2plusOperatorTable = {
  enterprise_id: EnterpriseId
  id: string
  requester: string
  certificate: Bytes
  fingerprint: string
  subject: string
  not_after: Date
  callback_url: string | null
  version: Generated<number>
  created_by: string
  created_at: Date
  last_used_at: Date | null
  removed_at: Date | null
  removed_by: string | null
  challenge_nonce: string | null
  challenge_expires_at: Date | null
  displaced_at: Date | null
}

export type Es2plusProgressTable = {
  enterprise_id: EnterpriseId
  id: string
  order_id: OrderId
  profile_id: ProfileId
  configuration_id: ConfigurationId
  requester: string
  iccid: string
  eid: string | null
  point: number
  subject_code: string | null
  reason_code: string | null
  message: string | null
  message_id: string | null
  at: Date
  state: 'WAITING' | 'DELIVERED' | 'FAILED' | 'NOT_SENT'
  attempts: Generated<number>
  next_at: Date | null
  last_at: Date | null
  last_status: number | null
  last_fault: string | null
}

export type FeedbackTable = {
  enterprise_id: EnterpriseId
  id: string
  user_id: UserId
  mood: number | null
  text: string
  page: string
  answer: string | null
  answered_by: string | null
  answered_at: Date | null
  accepted_at: Date | null
  version: Generated<number>
  created_at: Date
}

export type GroupDefaultTable = {
  enterprise_id: EnterpriseId
  group_id: GroupId
  configuration_id: ConfigurationId | null
  recycle_days: number | null
  mail_message: string | null
  qr_preset_id: string | null
  version: Generated<number>
  changed_at: Date
}

export type GroupRuleTable = {
  enterprise_id: EnterpriseId
  id: string
  mark: 'ICCID' | 'IMSI' | 'MSISDN' | 'CONFIGURATION'
  value: string
  group_id: GroupId
  created_by: string
  created_at: Date
}

export type HeartbeatTable = {
  id: Generated<boolean>
  at: Date
}

export type IccidCountTable = {
  enterprise_id: EnterpriseId
  shard: number
  held: number
}

export type IccidDirectoryTable = {
  iccid: Iccid
  enterprise_id: EnterpriseId
  profile_id: ProfileId | null
  released: Generated<boolean>
  downloaded: Generated<boolean>
  earlier: ColumnType<unknown, string | undefined, string>
}

export type IdentityProviderTable = {
  id: string
  platform_id: PlatformId
  slug: string
  preset: 'GOOGLE' | 'MICROSOFT' | 'GITHUB' | 'OIDC'
  name: string
  issuer: string
  client_id: string
  sealed_secret: Bytes
  enabled: boolean
  created_at: Date
  updated_at: Date
}

export type InvitationLinkTable = {
  id: string
  code: string
  platform_id: PlatformId
  plan: string | null
  plan_days: number | null
  trial_days: number | null
  uses: Generated<number>
  max_uses: number
  expires_at: Date | null
  stopped_at: Date | null
  note: string
  created_by: string | null
  created_at: Date
  version: Generated<number>
}

export type InvitationUseTable = {
  enterprise_id: EnterpriseId
  link_id: string
  used_at: Date
}

export type InvoiceTable = {
  enterprise_id: EnterpriseId
  id: string
  platform_id: PlatformId
  kind: 'INVOICE' | 'CREDIT_NOTE'
  sequence: number
  number: string
  order_id: OrderId
  order_code: string
  invoice_id: string | null
  seller: Json
  billed_to: Json
  lines: Json
  currency: string
  net_cents: number
  tax_cents: number
  gross_cents: number
  period_from: Date | null
  period_to: Date | null
  paid_by: string | null
  reason: string | null
  time_zone: string
  issued_at: Date
  pdf: ColumnType<Buffer | null, Uint8Array | null>
  pdf_at: Date | null
}

export type InvoiceSeriesTable = {
  platform_id: PlatformId
  last: number
}

export type KeyErasureTable = {
  enterprise_id: EnterpriseId
  days: number | null
  version: Generated<number>
  through_at: Date | null
  through_id: string | null
  changed_by: string
  changed_at: Date
}

export type KnownDeviceTable = {
  user_id: UserId
  token_hash: Bytes
  created_at: Date
  last_used_at: Date
}

export type LeaseTable = {
  enterprise_id: EnterpriseId
  id: string
  profile_id: ProfileId
  borrower: string
  notes: string
  ends_at: Date
  ended_at: Date | null
  version: Generated<number>
  created_by: string
  created_at: Date
}

export type LegalConsentTable = {
  id: string
  user_id: UserId | null
  platform_id: PlatformId
  kind: string
  version: number
  order_id: OrderId | null
  accepted_at: Date
}

export type LegalTextTable = {
  platform_id: PlatformId
  kind: 'TERMS' | 'PRIVACY'
  version: number
  body: string
  published_at: Date
  created_at: Date
}

export type LinkedOrderDirectoryTable = {
  eid: string
  enterprise_id: EnterpriseId
  order_id: OrderId
  activation_code_id: ActivationCodeId
  created_at: Date
}

export type MailMessageTable = {
  id: string
  kind: string
  recipient: string
  sealed: Bytes
  state: 'WAITING' | 'SENT' | 'FAILED' | 'KEPT'
  attempts: Generated<number>
  last_error: string | null
  created_at: Date
  next_at: Date
  sent_at: Date | null
  platform_id: PlatformId | null
}

export type MemberTable = {
  enterprise_id: EnterpriseId
  id: string
  user_id: UserId | null
  built_in_role: string | null
  state: 'INVITED' | 'ACTIVE' | 'INACTIVE'
  created_at: Date
  role_id: string | null
  version: Generated<number>
  invited_email: string | null
  invited_by: string | null
  invitation_hash: ColumnType<Buffer | null, Uint8Array | null>
  invited_at: Date | null
  invitation_expires_at: Date | null
  group_limit: string[] | null
  last_seen_at: Date | null
}

export type MemberDirectoryTable = {
  user_id: UserId
  enterprise_id: EnterpriseId
}

export type NoticeTable = {
  user_id: UserId
  id: string
  enterprise_id: EnterpriseId | null
  kind: string
  once: string | null
  facts: Json
  created_at: Date
  read_at: Date | null
  in_bell: Generated<boolean>
  mail_at: Date | null
}

export type NoticeChoiceTable = {
  user_id: UserId
  enterprise_id: EnterpriseId | null
  kind: string
  channel: string
  is_on: boolean
}

export type NoticeDigestTable = {
  user_id: UserId
  hour: number
  time_zone: string
}

export type NoticeThresholdTable = {
  enterprise_id: EnterpriseId
  kind: string
  levels: number[]
  unit: string
  hours: number | null
  minimum: number | null
  version: Generated<number>
}

export type OauthFlowTable = {
  state_hash: Bytes
  browser_hash: Bytes
  source_id: string
  enterprise_id: EnterpriseId | null
  platform_id: PlatformId
  user_id: UserId | null
  sealed: Bytes
  created_at: Date
  expires_at: Date
  sso_test_id: string | null
}

export type OauthTicketTable = {
  ticket_hash: Bytes
  browser_hash: Bytes
  source_id: string
  enterprise_id: EnterpriseId | null
  platform_id: PlatformId
  subject: string
  email: string
  first_name: string
  last_name: string
  email_proved: boolean
  code_hash: ColumnType<Buffer | null, Uint8Array | null>
  created_at: Date
  expires_at: Date
}

export type OnceRequestTable = {
  caller: string
  request_id: string
  endpoint: string
  input_hash: Bytes
  sealed_answer: Bytes
  created_at: Date
}

export type OpenApiCredentialTable = {
  enterprise_id: EnterpriseId
  id: string
  access_key: string
  sealed_secret: ColumnType<Buffer | null, Uint8Array | null>
  secret_at: Date
  sealed_previous: ColumnType<Buffer | null, Uint8Array | null>
  created_by: string
  created_at: Date
  last_used_at: Date | null
  revoked_at: Date | null
  revoked_by: string | null
}

export type OpenApiRequestTable = {
  credential_id: string
  request_id: string
  at: Date
}

export type OperationTable = {
  enterprise_id: EnterpriseId
  id: string
  kind: OperationKind
  given: Json
  selection: ColumnType<unknown, string | null>
  process: 'PROCESSING' | 'COMPLETE'
  selected_at: Date | null
  total: Generated<number>
  succeeded: Generated<number>
  failed: Generated<number>
  next_line: Generated<number>
  cancel_requested_at: Date | null
  lease_holder: string | null
  lease_until: Date | null
  attempts: Generated<number>
  undoes: string | null
  undone_by: string | null
  created_by: string
  created_at: Date
  started_at: Date | null
  completed_at: Date | null
  sealed_code: ColumnType<Buffer | null, Uint8Array | null>
  last_line: number | null
  maker_limited: Generated<boolean>
  rule_id: string | null
  rule_depth: number | null
}

export type OperationRowTable = {
  enterprise_id: EnterpriseId
  operation_id: string
  line: number
  iccid: string
  profile_id: ProfileId | null
  goal: ColumnType<unknown, string | null>
  before: ColumnType<unknown, string | null>
  reason: string | null
  sealed_codes: ColumnType<Buffer | null, Uint8Array | null>
}

export type OrderAttemptTable = {
  enterprise_id: EnterpriseId
  order_id: OrderId
  eid: string
  attempts: number
  last_seen_at: Date
}

export type OrderEventTable = {
  enterprise_id: EnterpriseId
  id: string
  order_id: OrderId
  at: Date
  event: string
  state: string
  actor: 'MEMBER' | 'STAFF' | 'SYSTEM' | 'STRIPE'
  actor_id: string | null
  note: string | null
  facts: ColumnType<unknown, string | undefined, string>
}

export type OutboxTable = {
  enterprise_id: EnterpriseId
  id: string
  topic: 'profile' | 'recycle' | 'notice'
  payload: Json
  at: Date
}

export type PasskeyTable = {
  id: string
  user_id: UserId
  credential_id: string
  public_key: Bytes
  counter: number
  transports: Json
  name: string
  synced: boolean
  created_at: Date
  last_used_at: Date | null
}

export type PaymentTable = {
  enterprise_id: EnterpriseId
  id: string
  order_id: OrderId
  way: 'CHECKOUT' | 'SAVED_CARD'
  attempt: number
  state: 'CALLING' | 'OPEN' | 'SUCCEEDED' | 'FAILED' | 'EXPIRED' | 'RETURNING' | 'RETURNED'
  amount_cents: number
  currency: string
  customer_id: string
  method_id: string | null
  session_id: string | null
  intent_id: string | null
  charge_id: string | null
  channel: string | null
  failure_code: string | null
  failure_text: string | null
  refunded_cents: Generated<number>
  created_at: Date
  expires_at: Date | null
  settled_at: Date | null
  next_check_at: Date | null
  checked_at: Date | null
}

export type PaymentDirectoryTable = {
  reference: string
  enterprise_id: EnterpriseId
  payment_id: string | null
}

export type PgpKeyTable = {
  enterprise_id: EnterpriseId
  id: string
  public_key: string
  fingerprint: string
  user_name: string
  sealed: Bytes
  created_at: Date
  replaced_at: Date | null
  readable_until: Date | null
}

export type PlanTable = {
  name: 'DEFAULT' | 'DEMO' | 'BASIC' | 'PRO' | 'PREMIUM' | 'LAB'
  position: number
  price_cents: number
  currency: Generated<string>
  downloads: number | null
  extra_download_cents: number | null
  configurations: number | null
  configuration_types: string[]
  oplmn: number | null
  fplmn: number | null
  redownloads_a_month: number | null
  download_attempts: number | null
  members: number | null
  features: string[]
  api_calls_a_second: number | null
  given_only: Generated<boolean>
  version: Generated<number>
  updated_at: Date | null
  iccids: number | null
  rules: number | null
}

export type PlanOrderTable = {
  enterprise_id: EnterpriseId
  id: string
  code: string
  kind: 'BASE' | 'TRIAL' | 'GIVEN' | 'BOUGHT'
  plan: string
  state: 'UNPAID' | 'CLOSED' | 'PENDING_CONFIRMATION' | 'WAIT_ACTIVE' | 'ACTIVE' | 'EXPIRED'
  billing_type: 'MONTHLY' | 'ANNUALLY' | null
  billing_dimension: Generated<number>
  payment_method: number | null
  amount_cents: Generated<number>
  original_cents: Generated<number>
  currency: Generated<string>
  quantity: Generated<number>
  paid_at: Date | null
  downloads: number | null
  extra_download_cents: number | null
  starts_at: Date
  ends_at: Date | null
  created_by: string | null
  created_at: Date
  operation: 'BUY' | 'UPGRADE' | 'RENEW' | 'OVERAGE' | null
  tier_downloads: number | null
  time_zone: Generated<string>
  anchor_day: number | null
  lines: ColumnType<unknown, string | undefined, string>
  discount_cents: Generated<number>
  tax_cents: Generated<number>
  paid_cents: Generated<number>
  refunded_cents: Generated<number>
  payment_channel: string | null
  payment_reference: string | null
  discount_id: string | null
  billed_to: ColumnType<unknown, string | null>
  expires_at: Date | null
  period_ends_at: Date | null
  previous_id: string | null
  billed_extra: Generated<number>
  overage_factor: Generated<number>
  next_step_at: Date | null
  attempts: Generated<number>
}

export type PlanTierTable = {
  plan: string
  downloads: number
  price_cents: number
}

export type PlanUseTable = {
  enterprise_id: EnterpriseId
  order_id: OrderId
  slot: number
  used: Generated<number>
  installations: Generated<number>
  allowance: number | null
}

export type PlannedDeliveryTable = {
  enterprise_id: EnterpriseId
  id: string
  plan_id: string
  profile_id: ProfileId
  recipient: string | null
  local_time: string
  time_zone: string
  due_at: Date
  language: string | null
  message: Generated<string>
  opens_page: boolean
  state: Generated<'PLANNED' | 'QUEUED' | 'SENT' | 'REFUSED' | 'SKIPPED' | 'CANCELED'>
  next_at: Date
  reason: string | null
  mail_id: string | null
  sent_at: Date | null
  version: Generated<number>
  planned_by: string
  created_at: Date
  ended_at: Date | null
}

export type PlatformTable = {
  id: PlatformId
  sys: string
  app_name: string
  icon_url: string
  theme_color: string
  created_at: Date
  host: string | null
  smdp_address: string | null
  icon_id: string | null
  logo_id: string | null
  mail_name: string | null
  mail_address: string | null
  mail_texts: Json
  terms_url: string | null
  privacy_url: string | null
  support_email: string | null
  version: Generated<number>
  updated_at: Date
  contact_email: string | null
  contact_text: string | null
}

export type PlatformAppletTable = {
  platform_id: PlatformId
  applet: 'ara' | 'recycle'
  id: string
  file_name: string
  sha256: string
  bytes: number
  package_aid: string
  class_aids: string[]
  package_version: string
  sealed: Bytes
  created_by: string | null
  created_at: Date
}

export type PlatformImageTable = {
  id: string
  content_type: 'image/png' | 'image/svg+xml' | 'image/x-icon'
  content: Bytes
  created_at: Date
}

export type PoolTable = {
  enterprise_id: EnterpriseId
  id: string
  kind: 'campaign' | 'rotation'
  activation_code_id: ActivationCodeId | null
  phase: 'DRAFT' | 'LIVE' | 'PAUSED' | 'ENDED'
  starts_at: Date | null
  ends_at: Date | null
  cap: number | null
  device_limit: Generated<number>
  max_attempts: number
  profiles: Generated<number>
  created_at: Date
}

export type PoolDeviceTable = {
  enterprise_id: EnterpriseId
  pool_id: PoolId
  eid: string
  attempts: Generated<number>
  confirmation_failures: Generated<number>
  first_seen_at: Date
  last_seen_at: Date
}

export type PoolMemberTable = {
  enterprise_id: EnterpriseId
  profile_id: ProfileId
  pool_id: PoolId
  state: 'FREE' | 'HELD' | 'TAKEN'
  eid: string | null
  held_until: Date | null
  taken_at: Date | null
  own_expires_at: Date | null
}

export type PoolPastTable = {
  enterprise_id: EnterpriseId
  pool_id: PoolId
  profile_id: ProfileId
  taken_at: Date
  iccid: string
  imsi: string
  eid: string | null
  device: string | null
  status: string
  status_at: Date
  recycle_status: string
  recycle_at: Date | null
}

export type PoolRefusalTable = {
  enterprise_id: EnterpriseId
  id: string
  pool_id: PoolId
  at: Date
  eid: string
  tac: string | null
  address: string | null
  subject_code: string
  reason_code: string
  detail: string
}

export type PoolUseTable = {
  enterprise_id: EnterpriseId
  pool_id: PoolId
  slot: number
  taken: Generated<number>
  refused: Generated<number>
  room: Generated<number>
}

export type ProcessMinuteTable = {
  minute: Date
  process: string
  name: string
  count: number
  buckets: number[] | null
}

export type ProfileTable = {
  enterprise_id: EnterpriseId
  id: ProfileId
  iccid: CardIccid
  imsi: string
  msisdn: string | null
  eid: string | null
  spn: string
  status: 'AVAILABLE' | 'DOWNLOADED' | 'INSTALLED' | 'ENABLED' | 'DISABLED' | 'DELETED' | 'ERROR' | 'EXPIRED' | 'CANCELED' | 'REMOVED'
  status_at: Date
  order_state: 'Available' | 'Allocated' | 'Linked' | 'Confirmed' | 'Released' | 'Downloaded' | 'Installed' | 'Error' | 'Unavailable'
  order_state_at: Date
  activation_code_id: ActivationCodeId
  matching_id: string
  configuration_id: ConfigurationId
  configuration_version: number
  batch_id: BatchId
  protection: 'PLAIN' | 'PGP' | null
  region: string | null
  device_brand: string | null
  device_model: string | null
  notes: string | null
  downloads: Generated<number>
  created_by: string
  created_at: Date
  sample: Generated<boolean>
  recycle_status: Generated<'NONE' | 'SCHEDULED' | 'RECYCLED' | 'FAILED'>
  recycle_reason: 'EXPIRE_TIME' | 'MANUAL' | 'DEVICE_DELETED' | 'CAMPAIGN_END' | null
  recycle_at: Date | null
  recycle_begun_at: Date | null
  recycle_due_at: Date | null
  campaign_id: string | null
  ac_format: Generated<'NONE' | 'STRING' | 'PICTURE' | 'AC_LINK'>
  device_release: number | null
  removed: Generated<boolean>
  origin: Generated<string>
  handling: Generated<string | null>
  keys_erased_at: Date | null
}

export type ProfileConfigurationTable = {
  enterprise_id: EnterpriseId
  id: ConfigurationId
  name: string
  type: string
  version: number
  created_by: string | null
  created_at: Date
  updated_at: Date
  deleted_at: Date | null
  sample: Generated<boolean>
  silenced_advice: Generated<string[]>
}

export type ProfileConfigurationVersionTable = {
  enterprise_id: EnterpriseId
  configuration_id: ConfigurationId
  version: number
  fields: Json
  sealed_confirmation_code: ColumnType<Buffer | null, Uint8Array | null>
  created_by: string | null
  created_at: Date
  applet_file: string | null
}

export type ProfileEventTable = {
  enterprise_id: EnterpriseId
  profile_id: ProfileId
  id: string
  type: string
  at: Date
  actor: 'user' | 'device' | 'system'
  actor_id: string | null
  address: string | null
  eid: string | null
  device: string | null
  subject_code: string | null
  reason_code: string | null
  detail: string | null
  message_id: string | null
  text_id: string | null
  text_values: ColumnType<unknown, string | null>
  group_id: GroupId | null
  campaign_id: string | null
  configuration_id: ConfigurationId | null
  configuration_version: number | null
  region: string | null
  device_brand: string | null
  device_model: string | null
  member_id: string | null
  repeated: Generated<boolean>
  origin: Generated<string>
  rule_id: string | null
  rule_depth: number | null
}

export type ProfileGroupTable = {
  enterprise_id: EnterpriseId
  id: string
  name: string
  color: 'gray' | 'red' | 'orange' | 'yellow' | 'green' | 'teal' | 'blue' | 'violet' | 'pink'
  notes: string | null
  version: Generated<number>
  created_by: string
  created_at: Date
  updated_at: Date
  removed_at: Date | null
}

export type ProfileKeyTable = {
  enterprise_id: EnterpriseId
  profile_id: ProfileId
  sealed: Bytes
}

export type ProfilePlaceTable = {
  enterprise_id: EnterpriseId
  profile_id: ProfileId
  group_id: GroupId | null
  created_at: Date
}

export type ProfileTraitTable = {
  enterprise_id: EnterpriseId
  profile_id: ProfileId
  created_at: Date
  listed: Generated<boolean>
  tags: Generated<string[]>
  attributes: ColumnType<unknown, string | undefined, string>
}

export type ProfileTraitIndexTable = {
  enterprise_id: EnterpriseId
  trait_id: string
  value: string
  created_at: Date
  profile_id: ProfileId
}

export type ProgramTable = {
  id: string
  enterprise_id: EnterpriseId
  name: string
}

export type ProgramCallTable = {
  enterprise_id: EnterpriseId
  id: string
  at: Date
  program_id: string
  program_kind: 'KEY' | 'CREDENTIAL'
  program_name: string
  method: string
  path: string
  outcome: 'OK' | 'REFUSED' | 'FAILED'
  status: number
  code: string | null
  ms: number
  address: string
  request_id: string
  form: Generated<boolean>
  request: string | null
  answer: string | null
  cut: boolean
}

export type QrLogoTable = {
  enterprise_id: EnterpriseId
  id: string
  content: Bytes
  created_at: Date
}

export type QrPresetTable = {
  enterprise_id: EnterpriseId
  id: string
  name: string
  style: Json
  logo_id: string | null
  version: Generated<number>
  created_by: string
  created_at: Date
}

export type QrStandardTable = {
  enterprise_id: EnterpriseId
  preset_id: string
}

export type RecoveryCodeTable = {
  user_id: UserId
  code_hash: Bytes
  created_at: Date
  used_at: Date | null
}

export type RecycleLogTable = {
  enterprise_id: EnterpriseId
  id: string
  profile_id: ProfileId
  order_id: OrderId
  iccid: string
  eid: string | null
  at: Date
  step: 'SET' | 'TAKEN_BACK' | 'BEGUN' | 'RECYCLED' | 'FAILED' | 'MESSAGE_REFUSED'
  reason: 'EXPIRE_TIME' | 'MANUAL' | 'DEVICE_DELETED' | 'CAMPAIGN_END' | null
  due_at: Date | null
  actor: 'user' | 'device' | 'system'
  actor_id: string | null
  address: string | null
  detail: string
}

export type ReportScheduleTable = {
  enterprise_id: EnterpriseId
  id: string
  report_id: string
  owner_id: string
  every: 'DAY' | 'WEEK' | 'MONTH'
  hour: number
  weekday: number
  month_day: number
  time_zone: string
  format: 'csv' | 'xlsx'
  delivery: 'LINK' | 'FILE'
  recipients: Json
  state: 'ACTIVE' | 'PAUSED' | 'STOPPED'
  stop_reason: 'OWNER_LEFT' | 'OWNER_MAY_NOT' | 'NO_RECIPIENT' | 'REPORT_INVALID' | null
  next_at: Date | null
  retry_at: Date | null
  last_at: Date | null
  last_mails: number | null
  version: Generated<number>
  created_at: Date
  updated_at: Date
}

export type RestoreTable = {
  id: string
  rows_of: Date
  recorded_at: Date
  settled_at: Date | null
  released_at: Date | null
}

export type RollupTable = {
  enterprise_id: EnterpriseId
  kind: string
  dimension: string
  metric: string
  bucket: Date
  count: number
}

export type RollupQueueTable = {
  enterprise_id: EnterpriseId
  id: string
  bucket: Date
  group_id: GroupId | null
  campaign_id: string | null
  configuration_id: ConfigurationId | null
  configuration_version: number | null
  region: string | null
  device_brand: string | null
  device_model: string | null
  member_id: string | null
  subject_code: string | null
  reason_code: string | null
  deltas: Json
}

export type RollupStateTable = {
  enterprise_id: EnterpriseId
  filled_to: Date | null
  merged_to: Date | null
  checked_to: Date | null
  checked_at: Date | null
  wrong_rows: Generated<number>
  wrong_example: string | null
  wrong_at: Date | null
}

export type RspSessionTable = {
  transaction_id: Bytes
  state: 'INITIATED' | 'AUTHENTICATED' | 'CODE_REFUSED' | 'DELIVERED' | 'ENDED'
  server_address: string
  euicc_challenge: ColumnType<Buffer | null, Uint8Array | null>
  server_challenge: Bytes
  ci_key_id: Bytes
  server_ci_key_id: Bytes
  address: string
  enterprise_id: EnterpriseId | null
  activation_code_id: ActivationCodeId | null
  order_id: OrderId | null
  eid: string | null
  euicc_certificate: ColumnType<Buffer | null, Uint8Array | null>
  euicc_public_key: ColumnType<Buffer | null, Uint8Array | null>
  smdp_signature2: ColumnType<Buffer | null, Uint8Array | null>
  device_brand: string | null
  device_model: string | null
  created_at: Date
  expires_at: Date
  pool_id: PoolId | null
  profile_id: ProfileId | null
  device_release: number | null
  trial_id: string | null
}

export type RspTrialTable = {
  enterprise_id: EnterpriseId
  id: string
  profile_id: ProfileId
  order_id: OrderId
  state: Json
}

export type RuleTable = {
  enterprise_id: EnterpriseId
  id: string
  name: string
  state: 'ACTIVE' | 'PAUSED' | 'STOPPED'
  stop_reason: string | null
  stopped_at: Date | null
  definition: Json
  uses: Generated<string[]>
  hourly_limit: number
  active_from: Date
  version: Generated<number>
  created_by: string
  created_at: Date
  saved_by: string
  saved_at: Date
  removed_at: Date | null
  saved_key: string | null
}

export type RuleFeedTable = {
  enterprise_id: EnterpriseId
  rules_version: Generated<number>
  after_snapshot: string
  after_at: Date
  to_snapshot: string | null
  to_at: Date | null
  cursor_at: Date | null
  cursor_id: string | null
  newest_at: Date
  swept_to: Date
  next_at: Date
}

export type RuleRunTable = {
  enterprise_id: EnterpriseId
  id: string
  rule_id: string
  profile_id: ProfileId | null
  event_id: string
  event_type: string
  happened_at: Date
  iccid: string | null
  eid: string | null
  depth: number
  state: 'WAITING' | 'DONE' | 'SKIPPED' | 'DROPPED'
  matched_at: Date
  acted_at: Date | null
  reasons: Generated<string[]>
  batch_code: string | null
}

export type SavedReportTable = {
  enterprise_id: EnterpriseId
  id: string
  name: string
  parameters: Json
  shared: boolean
  version: Generated<number>
  created_by: string
  created_at: Date
  updated_at: Date
}

export type SealedKeyTable = {
  name: string
  sealed: Bytes
  created_at: Date
}

export type SellerTable = {
  platform_id: PlatformId
  fields: Json
  invoice_prefix: string
  version: number
  updated_at: Date
}

export type SharedViewTable = {
  enterprise_id: EnterpriseId
  id: string
  module: string
  name: string
  filter: string
  sort_by: string | null
  sort_direction: 'asc' | 'desc' | null
  version: Generated<number>
  created_by: string
  created_at: Date
  updated_at: Date
}

export type SignInStepTable = {
  ticket_hash: Bytes
  user_id: UserId | null
  purpose: 'CODE' | 'PASSKEY' | 'PASSKEY_ADD' | 'STEP_UP'
  challenge: string | null
  created_at: Date
  expires_at: Date
}

export type SmdpHostTable = {
  host: string
  platform_id: PlatformId
  created_at: Date
}

export type SmdsEventTable = {
  eid: string
  event_id: string
  owner: string
  rsp_server_address: string
  device_trust: 'test' | 'live'
  created_at: Date
}

export type SmdsSessionTable = {
  transaction_id: Bytes
  server_address: string
  server_challenge: Bytes
  ci_key_id: Bytes
  server_ci_key_id: Bytes
  address: string
  expires_at: Date
}

export type SourceTable = {
  enterprise_id: EnterpriseId
  id: SourceId
  configuration_id: ConfigurationId
  file_name: string
  protection: 'PLAIN' | 'PGP'
  columns: Json
  fault_counts: Json
  total: number
  faulty: number
  existing: number
  state: 'READING' | 'STAGED' | 'CONFIRMED' | 'DISCARDED'
  created_by: string
  created_at: Date
  expires_at: Date
  renamed: Json
  needs: ColumnType<unknown, string | null>
  reading: ColumnType<unknown, string | undefined, string>
  warned: Generated<number>
  warning_counts: ColumnType<unknown, string | undefined, string>
}

export type SourceColumnTable = {
  enterprise_id: EnterpriseId
  name: string
  source_column: string
}

export type SourcePartTable = {
  enterprise_id: EnterpriseId
  source_id: SourceId
  part: number
  rows: number
  faulty: number
  existing: number
  sealed: Bytes
  warned: Generated<number>
}

export type SsoConnectionTable = {
  enterprise_id: EnterpriseId
  id: string
  issuer: string
  client_id: string
  sealed_secret: Bytes
  default_role: string
  enabled: boolean
  version: number
  created_at: Date
  updated_at: Date
  tested_at: Date | null
}

export type SsoDirectoryTable = {
  connection_id: string
  enterprise_id: EnterpriseId
}

export type SsoDomainTable = {
  enterprise_id: EnterpriseId
  domain: string
  token: string
  proved_at: Date | null
  proved_by: 'DNS' | 'STAFF' | null
  created_at: Date
}

export type SsoDomainDirectoryTable = {
  domain: string
  enterprise_id: EnterpriseId
}

export type SsoTestTable = {
  enterprise_id: EnterpriseId
  user_id: UserId
  id: string
  issuer: string
  client_id: string
  sealed_secret: Bytes
  state: 'RUNNING' | 'PASSED' | 'FAILED'
  result: ColumnType<unknown, string | null>
  created_at: Date
}

export type StripeCustomerTable = {
  enterprise_id: EnterpriseId
  customer_id: string
  generation: number
  method_id: string | null
  brand: string | null
  last4: string | null
  exp_month: number | null
  exp_year: number | null
  setup_session_id: string | null
  updated_at: Date
}

export type StripeEventTable = {
  id: string
  type: string
  names: string[]
  state: 'WAITING' | 'DONE' | 'IGNORED' | 'FAILED'
  attempts: Generated<number>
  next_try_at: Date
  received_at: Date
}

export type SubscriptionTable = {
  enterprise_id: EnterpriseId
  auto_renew: Generated<boolean>
  cancelled_at: Date | null
  cancel_reason: string | null
  balance_cents: Generated<number>
  updated_at: Date
}

export type SuppliedPackageTable = {
  enterprise_id: EnterpriseId
  profile_id: ProfileId
  sealed: Bytes
}

export type TacTable = {
  tac: string
  brand: string
  model: string
  version: Generated<number>
  updated_at: Date | null
}

export type TacImportTable = {
  id: string
  file_name: string
  rows: number | null
  ignored: string[]
  created_by: string
  created_at: Date
}

export type TacImportLineTable = {
  import_id: string
  line: number
  tac: string
  brand: string
  model: string
  fault: string | null
}

export type TacTableTable = {
  one: Generated<boolean>
  version: Generated<number>
  naming: Generated<boolean>
  named_tac: string | null
  named_enterprise_id: string | null
  named_eid: string | null
}

export type TagTable = {
  enterprise_id: EnterpriseId
  id: string
  name: string
  color: 'gray' | 'red' | 'orange' | 'yellow' | 'green' | 'teal' | 'blue' | 'violet' | 'pink'
  version: Generated<number>
  created_by: string
  created_at: Date
  updated_at: Date
  removed_at: Date | null
  merged_into: string | null
  profiles_left: Generated<boolean>
}

export type TaxRateTable = {
  platform_id: PlatformId
  country: string
  valid_from: string
  rate: number
}

export type ThresholdCrossingTable = {
  enterprise_id: EnterpriseId
  kind: string
  subject: string
  level: number
  unit: string
  at: Date
}

export type TotpFactorTable = {
  user_id: UserId
  sealed_secret: Bytes
  last_step: Generated<number>
  created_at: Date
  confirmed_at: Date | null
}

export type TransferProofTable = {
  enterprise_id: EnterpriseId
  id: string
  order_id: OrderId
  file_name: string
  content_type: 'application/pdf' | 'image/png' | 'image/jpeg' | 'image/webp'
  bytes: number
  created_by: string | null
  created_at: Date
}

export type TransferProofPartTable = {
  enterprise_id: EnterpriseId
  proof_id: string
  number: number
  sealed: Bytes
}

export type TrialUseTable = {
  kind: 'PERSON' | 'DOMAIN' | 'ENTERPRISE'
  holder: string
  used_at: Date
}

export type UserAccountTable = {
  id: UserId
  email: string
  password_hash: string
  first_name: string
  last_name: string
  company_name: string
  survey: ColumnType<unknown, string | null>
  state: 'PENDING' | 'ACTIVE' | 'INACTIVE'
  platform_id: PlatformId
  created_at: Date
  activated_at: Date | null
  time_zone: string | null
  password_changed_at: Date | null
  second_factor: Generated<boolean>
  deletion_at: Date | null
  invitation: string | null
}

export type UserBehaviorTable = {
  user_id: UserId
  enterprise_id: EnterpriseId | null
  module_name: string
  config: string
  version: Generated<number>
  updated_at: Date
}

export type UserIdentityTable = {
  id: string
  user_id: UserId
  source_id: string
  source_name: string
  subject: string
  email: string
  created_at: Date
  last_used_at: Date
}

export type UserSessionTable = {
  id: string
  user_id: UserId
  enterprise_id: EnterpriseId
  binding_hash: Bytes
  address: string
  user_agent: string
  created_at: Date
  last_seen_at: Date
  expires_at: Date
  ended_at: Date | null
  end_reason: 'SIGN_OUT' | 'IDLE' | 'EXPIRED' | 'ELSEWHERE' | null
  proved_at: Date
  sso_enterprise_id: string | null
  visit_reason: string | null
  visit_name: string | null
  visit_end_audited: Generated<boolean>
}

export type UserTokenTable = {
  token_hash: Bytes
  user_id: UserId
  purpose: 'ACTIVATE' | 'RESET'
  created_at: Date
  expires_at: Date
  used_at: Date | null
  registration: ColumnType<unknown, string | null>
}

export type VirtualPhoneTable = {
  enterprise_id: EnterpriseId
  id: string
  profile_id: ProfileId
  eid: string
  sealed_euicc: Bytes
  screen: ColumnType<unknown, string | undefined, string>
  action: string | null
  running_until: Date | null
  created_by: string
  created_at: Date
  ends_at: Date
}

export type VirtualPhoneDayTable = {
  enterprise_id: EnterpriseId
  day: string
  tries: number
}

export type VirtualPhoneMessageTable = {
  enterprise_id: EnterpriseId
  number: number
  kind: string
  facts: Json
  at: Date
}

export type VoucherTable = {
  enterprise_id: EnterpriseId
  batch_id: BatchId
  number: number
  hash: Bytes
  redeemed_at: Date | null
  profile_id: ProfileId | null
  page_slug: string | null
  secret_hash: ColumnType<Buffer | null, Uint8Array | null>
  address: string | null
  network: string | null
  revoked_at: Date | null
}

export type VoucherBatchTable = {
  enterprise_id: EnterpriseId
  id: string
  campaign_id: string
  name: string
  slug: string
  count: number
  redeemed: Generated<number>
  revoked: Generated<number>
  wrong: Generated<number>
  wrong_hour: Date | null
  wrong_in_hour: Generated<number>
  expires_at: Date | null
  address_limit: number | null
  revoked_at: Date | null
  created_by: string
  created_at: Date
  version: Generated<number>
}

export type VoucherCodesTable = {
  enterprise_id: EnterpriseId
  batch_id: BatchId
  sealed: Bytes
  expires_at: Date
}

export type VoucherDirectoryTable = {
  slug: string
  enterprise_id: EnterpriseId
  batch_id: BatchId
}

export type WebhookArrivalTable = {
  enterprise_id: EnterpriseId
  id: string
  endpoint_id: string
  at: Date
  headers: Json
  body: string
  plain_valid: boolean
  standard_valid: boolean
  answered: number
  number: number | null
}

export type WebhookAttemptTable = {
  enterprise_id: EnterpriseId
  delivery_id: string
  id: string
  at: Date
  ms: number
  url: string | null
  request_headers: Json
  status: number | null
  fault: string | null
  answer: string | null
}

export type WebhookDeliveryTable = {
  enterprise_id: EnterpriseId
  id: string
  endpoint_id: string
  sequence: number
  kind: string
  iccid: string | null
  body: string
  at: Date
  state: 'WAITING' | 'DELIVERED' | 'FAILED' | 'NOT_SENT'
  attempts: Generated<number>
  in_order: Generated<boolean>
  next_at: Date | null
  last_at: Date | null
  last_status: number | null
  last_fault: string | null
  last_ms: number | null
}

export type WebhookEndpointTable = {
  enterprise_id: EnterpriseId
  id: string
  name: string
  url: string | null
  kinds: string[]
  bench_status: Generated<number>
  access_key: string
  sealed_secret: Bytes
  sealed_previous: ColumnType<Buffer | null, Uint8Array | null>
  previous_until: Date | null
  state: 'ACTIVE' | 'PAUSED' | 'OFF'
  off_reason: 'GONE' | 'EXHAUSTED' | 'QUEUE_FULL' | null
  since: Date
  last_sequence: Generated<number>
  lease_holder: string | null
  lease_until: Date | null
  version: Generated<number>
  created_by: string
  created_at: Date
  last_arrival: Generated<number>
}

export type WriteProbeTable = {
  filler: Bytes
}
