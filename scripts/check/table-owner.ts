import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The tables that each module owns. Only the owner inserts, updates and deletes; other modules call its service.
 * Migrations, triggers, tests and the seed are exempt.
 */
const TABLE_OWNERS: Readonly<Record<string, readonly string[]>> = {
  'profiles/lifecycle': [
    'profile',
    'activation_code',
    'activation_code_directory',
    'download_order',
    'order_attempt',
    'iccid_count',
    'iccid_directory',
    'linked_order_directory',
    'profile_place',
    'bound_package',
    'profile_event',
    'rollup_queue',
  ],
  'profiles/rollup': ['rollup', 'current_count', 'rollup_state'],
  'provisioning/lease': ['lease'],
  'provisioning/phone': ['virtual_phone', 'virtual_phone_message', 'virtual_phone_day'],
  'profiles/pools': ['pool_member', 'pool_past', 'pool_device', 'pool_refusal', 'pool_use', 'pool'],
  'provisioning/pushes': ['eid_push'],
  'provisioning/recycle': ['recycle_log', 'bip_message'],
  'provisioning/block': ['block_rule', 'block_hit'],
  'provisioning/generate': ['profile_key', 'supplied_package', 'batch', 'batch_row'],
  'provisioning/operations': ['operation_row', 'operation'],
  'profiles/groups': ['group_rule', 'profile_group'],
  'provisioning/campaigns': ['campaign', 'campaign_fill'],
  'provisioning/delivery': [
    'code_file',
    'code_file_left',
    'code_file_part',
    'code_mail',
    'code_page',
    'end_user_page',
    'qr_logo',
    'qr_preset',
    'qr_standard',
  ],
  'profiles/applets': ['applet_file', 'platform_applet'],
  'profiles/source': ['source', 'source_column', 'source_part', 'pgp_key'],
  'platform/plans': ['plan', 'plan_order', 'plan_use', 'plan_tier', 'trial_use', 'order_event', 'subscription'],
  'money/invoices': ['seller', 'tax_rate', 'invoice_series', 'invoice'],
  'money/discounts': ['discount_use', 'discount'],
  'platform/legal': ['legal_text', 'legal_consent'],
  'platform/announcements': ['announcement', 'announcement_dismissal'],
  'money/transfers': ['transfer_proof_part', 'transfer_proof'],
  'money/stripe': ['payment', 'payment_directory', 'stripe_customer', 'stripe_event'],
  'platform/audit': ['audit_chain', 'audit_checkpoint', 'audit_entry', 'audit_inbox'],
  'platform/behavior': ['user_behavior'],
  'insight/views': ['shared_view'],
  'insight/reports': ['report_schedule', 'saved_report'],
  'platform/feedback': ['feedback'],
  'people/enterprises': ['enterprise_logo'],
  'provisioning/smdp': ['device_message', 'rsp_session', 'rsp_trial', 'device'],
  'provisioning/tac': ['tac', 'tac_table', 'tac_import_line', 'tac_import'],
  'platform/providers': ['identity_provider'],
  'platform/white-label': ['platform_image', 'smdp_host'],
  'people/invitations': ['invitation_link', 'invitation_use'],
  'people/team': ['enterprise_role'],
  'people/security': ['passkey', 'totp_factor', 'recovery_code', 'sign_in_step'],
  'platform/tenancy': ['enterprise', 'member', 'member_directory', 'program', 'user_account'],
  'people/accounts': ['attempt_counter', 'known_device', 'user_token'],
  'people/clients': ['client_note'],
  'people/sessions': ['user_session'],
  'platform/mail': ['mail_message'],
  'platform/outbox': ['outbox'],
  'programs/webhooks': ['webhook_attempt', 'webhook_arrival', 'webhook_delivery', 'webhook_endpoint'],
  'platform/notices': ['notice', 'notice_choice', 'notice_digest', 'notice_threshold', 'threshold_crossing'],
  'provisioning/smds': ['smds_event', 'smds_session'],
  'platform/brand': ['platform'],
  'profiles/configurations': ['profile_configuration', 'profile_configuration_version'],
  'programs/es2plus': ['es2plus_call', 'es2plus_certificate_directory', 'es2plus_operator', 'es2plus_progress'],
  'programs/calls': ['program_call'],
  'programs/keys': ['api_key', 'api_key_secret', 'api_key_directory', 'device_sign_in'],
  'programs/open-api': ['access_key_directory', 'open_api_credential', 'open_api_request'],
  'people/oauth': [
    'user_identity',
    'sso_connection',
    'sso_directory',
    'sso_domain',
    'sso_domain_directory',
    'sso_test',
    'oauth_flow',
    'oauth_ticket',
  ],
}

/** Tables of shared code, by folder. */
const SHARED_OWNERS: Readonly<Record<string, readonly string[]>> = {
  jobs: ['process_minute'],
  backup: ['backup_run'],
  http: ['once_request', 'write_probe'],
  seal: ['sealed_key'],
}

const OWNERS: readonly { owner: string; folder: string; tables: readonly string[] }[] = [
  ...Object.entries(TABLE_OWNERS).map(([owner, tables]) => ({
    owner,
    folder: `apps/server/src/modules/${owner}/`,
    tables,
  })),
  ...Object.entries(SHARED_OWNERS).map(([owner, tables]) => ({ owner, folder: `apps/server/src/${owner}/`, tables })),
]

export const OWNER_FOLDERS: readonly string[] = OWNERS.map(({ folder }) => folder)

const WRITES = (table: string) =>
  new RegExp(
    `(?:insertInto|updateTable|deleteFrom|mergeInto)\\(\\s*'${table}(?: |')` +
      `|\\b(?:insert\\s+into|update|delete\\s+from|merge\\s+into|truncate)\\s+${table}\\b(?!\\s+is)` +
      `|\\binsertWrite\\(\\s*'${table}'|\\bupdateWrites\\(\\s*\\{\\s*table: '${table}'`,
    'i',
  )

const EXEMPT = /\.test\.ts$|^apps\/server\/src\/(db\/migrations|testing|seed)\//

/** Writes by modules that do not own the table, as `path: table`. */
export function foreignWrites(root: string): string[] {
  const files = globSync('apps/server/src/**/*.ts', { cwd: root }).filter((file) => !EXEMPT.test(file))
  const texts = files.map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
  return OWNERS.flatMap(({ owner, folder, tables }) => {
    return tables.flatMap((table) => {
      const writes = WRITES(table)
      return texts
        .filter(({ file, text }) => !file.startsWith(folder) && writes.test(text))
        .map(({ file }) => `${file}: ${table} belongs to ${owner}`)
    })
  })
}

/** Tables without an owner or with several, and listed tables that do not exist. */
export function unownedTables(root: string): string[] {
  const generated = readFileSync(join(root, 'apps/server/src/db/tables.gen.ts'), 'utf8')
  const tables = [...generated.matchAll(/^ {2}(\w+): \w+Table$/gm)].map(([, name]) => name!)
  const owned = OWNERS.flatMap((owner) => owner.tables)
  return [
    ...tables.filter((table) => !owned.includes(table)).map((table) => `${table} has no owner`),
    ...owned.filter((table, index) => owned.indexOf(table) !== index).map((table) => `${table} has several owners`),
    ...owned.filter((table) => !tables.includes(table)).map((table) => `${table} is not in tables.gen.ts`),
  ]
}

/** Files with writes whose table is not in the text, so that they cannot be checked. */
export function unnamedWrites(root: string): string[] {
  const dynamic = /(?:insert\s+into|update|delete\s+from)\s+\$\{|(?:insertInto|updateTable|deleteFrom)\((?!\s*['"])/i
  return globSync('apps/server/src/**/*.ts', { cwd: root }).filter(
    (file) =>
      !EXEMPT.test(file) &&
      !WRITERS_OF_ANY_TABLE.includes(file) &&
      dynamic.test(readFileSync(join(root, file), 'utf8')),
  )
}

/**
 * Exempt: the table comes from a list in the file or from the caller; deleting an enterprise deletes from all tables.
 */
export const WRITERS_OF_ANY_TABLE: readonly string[] = [
  'apps/server/src/modules/people/enterprises/queries.ts',
  'apps/server/src/modules/provisioning/delivery/file-queries.ts',
  'apps/server/src/modules/profiles/lifecycle/statement.ts',
  'apps/server/src/work/lease.ts',
  'apps/server/src/db/retention.ts',
]
