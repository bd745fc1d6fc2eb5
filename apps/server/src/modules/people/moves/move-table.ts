/*
 * What becomes of each table when an enterprise account moves to another installation. A table that is missing here fails a
 * test, so that nobody forgets to decide.
 */

/** A sealed column: the archive has its value encrypted to the recipient, and the import seals it again. */
export type SealedColumn = {
  column: string
  key: 'card' | 'service'
  /** As in the context in which it is sealed. */
  field: string
  /** Columns that identify the row in that context, joined by a slash. */
  row: readonly string[]
}

export type MovedTable = {
  table: string
  /**
   * `moved`: exported, and imported with equal values. `readable`: exported for people to read. `made`: the import writes
   * its own rows. `left`: stays behind.
   */
  as: 'moved' | 'readable'
  sealed?: readonly SealedColumn[]
  /** Columns that the archive leaves empty, with the reason. */
  blank?: Readonly<Record<string, string>>
  /** For wide rows, so that a part of the archive stays small. */
  rowsAtOnce?: number
}

/** In this order, each after the tables to which it refers. */
export const MOVED: readonly MovedTable[] = [
  { table: 'enterprise', as: 'moved' },
  { table: 'enterprise_logo', as: 'moved', rowsAtOnce: 10 },
  { table: 'enterprise_role', as: 'moved' },
  { table: 'program', as: 'moved' },
  {
    table: 'iccid_directory',
    as: 'moved',
    blank: { earlier: 'names other enterprise accounts' },
  },
  { table: 'activation_code_directory', as: 'moved' },
  { table: 'iccid_count', as: 'moved' },
  { table: 'profile_group', as: 'moved' },
  { table: 'group_rule', as: 'moved' },
  { table: 'group_default', as: 'moved' },
  { table: 'tag', as: 'moved' },
  { table: 'attribute', as: 'moved' },
  {
    table: 'applet_file',
    as: 'moved',
    sealed: [{ column: 'sealed', key: 'card', field: 'sealed', row: ['id'] }],
    rowsAtOnce: 10,
  },
  { table: 'profile_configuration', as: 'moved' },
  {
    table: 'profile_configuration_version',
    as: 'moved',
    sealed: [
      {
        column: 'sealed_confirmation_code',
        key: 'card',
        field: 'sealed_confirmation_code',
        row: ['configuration_id', 'version'],
      },
    ],
    rowsAtOnce: 200,
  },
  {
    table: 'pgp_key',
    as: 'moved',
    sealed: [{ column: 'sealed', key: 'card', field: 'sealed', row: ['id'] }],
  },
  { table: 'source_column', as: 'moved' },
  { table: 'end_user_page', as: 'moved' },
  { table: 'qr_logo', as: 'moved', rowsAtOnce: 10 },
  { table: 'qr_preset', as: 'moved' },
  { table: 'qr_standard', as: 'moved' },
  { table: 'notice_threshold', as: 'moved' },
  { table: 'key_erasure', as: 'moved' },
  { table: 'rule', as: 'moved' },
  { table: 'block_rule', as: 'moved' },
  { table: 'block_hit', as: 'moved' },
  { table: 'shared_view', as: 'moved' },
  { table: 'saved_report', as: 'moved' },
  {
    table: 'webhook_endpoint',
    as: 'moved',
    sealed: [
      { column: 'sealed_secret', key: 'service', field: 'secret', row: ['id'] },
      { column: 'sealed_previous', key: 'service', field: 'secret', row: ['id'] },
    ],
    blank: { lease_holder: 'a process', lease_until: 'a process' },
  },
  { table: 'batch', as: 'moved', blank: { lease_holder: 'a process', lease_until: 'a process' } },
  { table: 'profile', as: 'moved' },
  { table: 'profile_place', as: 'moved' },
  { table: 'profile_trait', as: 'moved' },
  {
    table: 'profile_key',
    as: 'moved',
    sealed: [{ column: 'sealed', key: 'card', field: 'sealed', row: ['profile_id'] }],
  },
  {
    table: 'supplied_package',
    as: 'moved',
    sealed: [{ column: 'sealed', key: 'card', field: 'sealed', row: ['profile_id'] }],
    rowsAtOnce: 100,
  },
  { table: 'pool', as: 'moved' },
  { table: 'campaign', as: 'moved' },
  { table: 'comment', as: 'moved' },
  {
    table: 'activation_code',
    as: 'moved',
    sealed: [{ column: 'sealed_confirmation', key: 'card', field: 'sealed_confirmation', row: ['id'] }],
  },
  { table: 'code_leak', as: 'moved' },
  { table: 'batch_row', as: 'moved' },
  { table: 'pool_member', as: 'moved' },
  { table: 'pool_past', as: 'moved' },
  { table: 'pool_device', as: 'moved' },
  { table: 'pool_refusal', as: 'moved' },
  { table: 'pool_use', as: 'moved' },
  { table: 'voucher_batch', as: 'moved' },
  { table: 'voucher', as: 'moved' },
  { table: 'voucher_directory', as: 'moved' },
  {
    table: 'download_order',
    as: 'moved',
    blank: { charged_to: 'an order of a plan, which stays behind' },
  },
  { table: 'order_attempt', as: 'moved' },
  { table: 'linked_order_directory', as: 'moved' },
  {
    table: 'operation',
    as: 'moved',
    blank: {
      sealed_code: 'a confirmation code that is needed only while the operation runs',
      lease_holder: 'a process',
      lease_until: 'a process',
    },
  },
  {
    table: 'operation_row',
    as: 'moved',
    blank: { sealed_codes: 'confirmation codes, with which an operation is undone' },
  },
  { table: 'code_mail', as: 'moved' },
  { table: 'code_page', as: 'moved' },
  { table: 'planned_delivery', as: 'moved' },
  { table: 'device', as: 'moved' },
  { table: 'device_message', as: 'moved', rowsAtOnce: 100 },
  { table: 'eid_push', as: 'moved' },
  { table: 'recycle_log', as: 'moved' },
  { table: 'lease', as: 'moved' },
  { table: 'profile_event', as: 'moved' },
  { table: 'rollup', as: 'moved' },
  { table: 'rollup_queue', as: 'moved' },
  { table: 'current_count', as: 'moved' },
  { table: 'audit_entry', as: 'readable' },
  { table: 'plan_order', as: 'readable' },
  { table: 'order_event', as: 'readable' },
  { table: 'invoice', as: 'readable', rowsAtOnce: 20 },
]

/** Tables of which the archive has no rows, and why. */
export const NOT_EXPORTED: Readonly<Record<string, string>> = {
  // the import writes its own rows
  member: 'users differ; the archive lists them as people, and the import makes one owner',
  member_directory: 'follows member',
  profile_trait_index: 'a trigger of profile_trait writes it',
  rollup_state: 'work on the counters begins again',
  audit_inbox: 'the audit log begins with the import',
  audit_chain: 'sealed with a key of the installation',
  audit_checkpoint: 'sealed with a key of the installation',

  // plan and money
  plan_use: 'belongs to an order of a plan',
  subscription: 'how a plan continues is decided here',
  payment: 'what Stripe did for the previous installation',
  payment_directory: 'follows payment',
  stripe_customer: 'a customer of the Stripe account of the previous installation',
  transfer_proof: 'belongs to an order of a plan',
  transfer_proof_part: 'belongs to an order of a plan',
  discount_use: 'a discount of the previous installation',
  invitation_use: 'a link of the previous installation',

  // access of programs and users, bound to the installation
  api_key: 'keys of programs are created again',
  api_key_secret: 'keys of programs are created again',
  api_key_directory: 'follows api_key',
  open_api_credential: 'credentials are created again',
  access_key_directory: 'follows open_api_credential',
  es2plus_operator: 'an operator proves its certificate to each installation',
  es2plus_certificate_directory: 'follows es2plus_operator',
  es2plus_call: 'answers for repeated calls of operators, which are not moved',
  es2plus_progress: 'notices of operators, which are not moved',
  sso_connection: 'its redirect address names the installation',
  sso_directory: 'follows sso_connection',
  sso_domain: 'a domain is proved to each installation',
  sso_domain_directory: 'follows sso_domain',
  sso_test: 'follows sso_connection',
  report_schedule: 'its owner and recipients are users',
  client_note: 'notes of staff of the previous installation',
  feedback: 'written to staff of the previous installation',

  // work in progress, and what ends soon
  source: 'an upload that waits for confirmation, for a day',
  source_part: 'follows source',
  campaign_fill: 'a call in progress',
  voucher_codes: 'codes of new vouchers, for a day; vouchers that were not redeemed are revoked',
  code_file: 'a file that is kept for a day',
  code_file_left: 'follows code_file',
  code_file_part: 'follows code_file',
  rsp_session: 'sessions of devices with this SM-DP+',
  rsp_trial: 'a try with a virtual phone',
  bound_package: 'a package that is signed for sessions with this SM-DP+',
  virtual_phone: 'is closed within the hour',
  virtual_phone_message: 'follows virtual_phone',
  virtual_phone_day: 'counts towards a limit of the installation',
  threshold_crossing: 'notified again here',
  code_leak_feed: 'how far the previous installation has read the events',
  code_page_network: 'visits of pages of the previous installation, for a week',
  rule_feed: 'how far the previous installation has read the events',
  approval_policy: 'approvers are users of the previous installation; it is switched on again here',
  approval_request: 'work that waits on the previous installation, for its users',
  approval_object: 'follows approval_request',
  approval_use: 'counts towards a limit of a day',
  rule_run: 'what rules did on the previous installation, and wait to do there',
  outbox: 'events that the previous installation sends',
  enterprise_export: 'archives of this account',
  enterprise_export_part: 'archives of this account',
  enterprise_arrival: 'how the account arrived on the previous installation',

  // logs of calls with the installation
  program_call: 'calls of programs to this installation, kept for 30 days',
  webhook_delivery: 'what this installation has sent, kept for 30 days',
  webhook_attempt: 'follows webhook_delivery',
  webhook_arrival: 'what receivers for tests got',
  bip_message: 'what arrived at a port of the installation',

  // of the installation, of platforms and of users
  announcement: 'of the installation',
  announcement_dismissal: 'of a user',
  attempt_counter: 'of the installation',
  backup_run: 'of the installation',
  device_sign_in: 'of a user',
  discount: 'of a platform',
  heartbeat: 'of the installation',
  identity_provider: 'of a platform',
  invitation_link: 'of a platform',
  invoice_series: 'of a platform',
  known_device: 'of a user',
  legal_consent: 'of a user',
  legal_text: 'of a platform',
  mail_message: 'of the installation',
  notice: 'of a user',
  notice_choice: 'of a user',
  notice_digest: 'of a user',
  oauth_flow: 'of a user',
  oauth_ticket: 'of a user',
  once_request: 'of the installation',
  open_api_request: 'of the installation',
  passkey: 'of a user',
  plan: 'of the installation',
  plan_tier: 'of the installation',
  platform: 'of the installation',
  platform_applet: 'of a platform',
  platform_image: 'of a platform',
  process_minute: 'of the installation',
  recovery_code: 'of a user',
  restore: 'of the installation',
  sealed_key: 'keys of the installation',
  seller: 'of a platform',
  sign_in_step: 'of a user',
  smdp_host: 'of a platform',
  smds_event: 'of the SM-DS of the installation',
  smds_session: 'of the SM-DS of the installation',
  stripe_event: 'of the installation',
  tac: 'of the installation',
  tac_import: 'of the installation',
  tac_import_line: 'of the installation',
  tac_table: 'of the installation',
  tax_rate: 'of a platform',
  totp_factor: 'of a user',
  trial_use: 'of the installation',
  user_account: 'a user',
  user_behavior: 'of a user',
  user_identity: 'of a user',
  user_session: 'of a user',
  user_token: 'of a user',
  write_probe: 'of the installation',
}
