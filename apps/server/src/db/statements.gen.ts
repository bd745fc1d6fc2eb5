// Generated from the statements of the server by npm run generate.
import type { Column, Row } from './row.ts'

/** The row of each statement by its name; never for one that returns none. */
export interface Statements {
  'ICCIDs of an archive that are taken': Row<'iccid_directory', 'iccid'>
  'account that an archive would be': Row<'enterprise', 'enterprise_id' | 'name'>
  'add balance': never
  'assign ICCIDs': Row<'iccid_directory', 'iccid'> & { was_held: boolean | null }
  'begin charge of saved card': { chargeable: number }
  'begin recycling of campaign': never
  'begin to read feed of rules': { to_snapshot: NonNullable<Column<'rule_feed', 'to_snapshot'>>; to_at: NonNullable<Column<'rule_feed', 'to_at'>> }
  'change billed extra downloads': never
  'charge download strictly': Row<'plan_use', 'order_id'>
  'charge download to slot': Row<'plan_use', 'order_id'>
  'claim ES2+ call': Row<'es2plus_call', 'call_id'>
  'claim check of counters': Row<'rollup_state', 'enterprise_id' | 'checked_to'>
  'claim mails': Row<'mail_message', 'id' | 'kind' | 'recipient' | 'sealed' | 'attempts' | 'created_at'>
  'close code page': never
  'close room of campaign': never
  'count ES2+ operators': { counted: number }
  'count ICCIDs': never
  'count SM-DS events': { counted: number }
  'count accounts by plan': { plan: string; count: number }
  'count active rules': { counted: number }
  'count applet message': Row<'download_order', 'id'>
  'count attempt': Row<'attempt_counter', 'attempts' | 'blocked_until'>
  'count attempt of device in campaign': Row<'pool_device', 'attempts' | 'confirmation_failures'>
  'count batches of configuration': { counted: number }
  'count campaigns of configuration': { counted: number }
  'count clients': { total: number; active: number; suspended: number; closing: number }
  'count code mails since': { counted: number }
  'count codes of file by fitness': Row<'profile', 'status' | 'order_state'> & { pooled: boolean; counted: number }
  'count configurations with applets': { ara: number; recycle: number }
  'count confirmation code': Row<'download_order', 'confirmation_failures'>
  'count confirmation code of campaign': Row<'pool_device', 'confirmation_failures'>
  'count confirmation code of trial': { failures: number }
  'count devices of campaign': { counted: number }
  'count downloads by period': { nth: number; count: number }
  'count event of rate': { count: Column<'attempt_counter', 'attempts'>; alarmed: boolean }
  'count hand-outs by day': { at: Date; count: number }
  'count hand-outs by hour': { at: Date; count: number }
  'count held ICCIDs': { held: number }
  'count lines of TAC import': { faulty: number; added: number; changed: number; same: number }
  'count live API keys': { counted: number }
  'count matches of a column': { counted: number }
  'count members by role': { role: string; holders: number }
  'count members of campaign': { state: string; status: string; count: number }
  'count names of configurations': { counted: number }
  'count notification of ended download': { is_new: boolean | null }
  'count numbers in range': { existing: number; deleted: number; otherDigits: number; taken: number; doubledImsis: number }
  'count open vouchers': { counted: number }
  'count opening of code page': Row<'code_page', 'opened'>
  'count order attempt': Row<'order_attempt', 'attempts'>
  'count planned deliveries': { counted: number }
  'count poll of device sign-in': Row<'device_sign_in', 'state' | 'secret_id' | 'expires_at' | 'poll_interval'>
  'count profiles by fit': { reason: string | null; count: number }
  'count profiles by fitness': { status: string; order_state: string; is_bound: boolean; is_erased: boolean; campaign_place: string | null; is_rotating: boolean; is_pooled: boolean; count: number }
  'count profiles by status': { dimension: string; value: Column<'profile', 'status'>; count: number }
  'count profiles of fleet': { counted: number }
  'count profiles of traits': { id: string | null; count: number }
  'count profiles on devices': { counted: number }
  'count profiles to recycle of campaign': { count: number }
  'count pushes of enterprise': { counted: number }
  'count queued deltas': { counted: number }
  'count queued work': { queued: number }
  'count re-downloads': { counted: number }
  'count redeemed vouchers by day': { day: string; redeemed: number }
  'count report schedules': { counted: number }
  'count reserved ICCIDs of range': { reserved: number }
  'count rows of traits': { counted: number }
  'count rows up to the cap': { counted: number }
  'count saved reports': { counted: number }
  'count seen profiles of traits': { id: string | null; count: number }
  'count selected profiles': { counted: number }
  'count sign-ups': { signed: number }
  'count sign-ups by period': { nth: number; count: number }
  'count trials': { started: number; bought: number }
  'count try of virtual phone': Row<'virtual_phone_day', 'tries'>
  'count unread notices': { unread: number; newest: string | null }
  'count unused codes by age': { dimension: string; value: string; count: number }
  'count use of discount': Row<'discount', 'once_per_enterprise'>
  'count use of invitation link': Row<'invitation_link', 'id' | 'plan' | 'plan_days' | 'trial_days'>
  'count values of attribute': { indexed: Column<'profile_trait_index', 'value'>; count: number; value: unknown | null }
  'count vouchers of network': { counted: number }
  'count waiting orders': { pending: number; unpaid: number; wait_active: number }
  'count waiting webhook deliveries': { counted: number }
  'count webhook endpoints': { counted: number }
  'count what a plan limits': { configurations: number; members: number; invited: number; iccids: number; samples: boolean }
  'count what campaign handed out': { counted: number }
  'count wrong code of vouchers': Row<'voucher_batch', 'name' | 'wrong_in_hour'>
  'counts of what does not move': { keys: number; operators: number; connections: number; schedules: number }
  'delete SM-DS event': Row<'smds_event', 'event_id'>
  'delete covered audit entries': { deleted: number }
  'delete ended API key secrets': Row<'api_key_directory', 'secret_id'>
  'delete ended API keys': Row<'api_key', 'id'>
  'delete old messages of virtual phone': never
  'delete open tokens of user': never
  'delete planned legal text': Row<'legal_text', 'version'>
  'delete sample batch rows': never
  'delete sample batches': never
  'delete trial of order': Row<'rsp_trial', 'order_id' | 'state'>
  'delete unused QR logos': never
  'delete unused images': never
  'dequeue outbox': Row<'outbox', 'id' | 'topic' | 'payload' | 'at'>
  'drop group from limits': never
  'drop months': { dropped: number }
  'drop waiting ES2+ notifications': never
  'drop waiting webhook deliveries': never
  'enable identity providers': never
  'end lease of webhook endpoint': never
  'end pages of feed of rules': never
  'end recycling of campaign': never
  'end runs of rules': never
  'expire trial': Row<'plan_order', 'id'>
  'explain count of profiles': { 'QUERY PLAN': unknown | null }
  'extend reservation': Row<'pool_member', 'profile_id'>
  'fill device names': Row<'profile', 'enterprise_id'> & { brand: NonNullable<Column<'profile', 'device_brand'>>; group_id: string | null }
  'fill dimensions of events': never
  'fill repeated enablings': never
  'fold queue of counters': { folded: number }
  'forget addresses of vouchers': Row<'voucher', 'number'>
  'has second factor': { has: boolean }
  'insert ES9+ session': never
  'insert QR preset': Row<'qr_preset', 'id'>
  'insert SM-DS event': Row<'smds_event', 'event_id'>
  'insert Stripe customer': never
  'insert Stripe event': Row<'stripe_event', 'id'>
  'insert audit entry': never
  'insert base plan': never
  'insert batches of one code': Row<'batch', 'code'>
  'insert block rules': Row<'block_rule', 'id'>
  'insert campaign pool': never
  'insert consent': never
  'insert count of minute': never
  'insert crossed thresholds': Row<'threshold_crossing', 'level'>
  'insert dismissal of announcement': never
  'insert gauge of minute': never
  'insert group': Row<'profile_group', 'id'>
  'insert group rule': Row<'group_rule', 'id'>
  'insert invited member': Row<'member', 'id'>
  'insert left out codes': never
  'insert legal text': Row<'legal_text', 'version'>
  'insert lines of TAC import': never
  'insert listed rows of operation': never
  'insert message of virtual phone': never
  'insert notice': Row<'notice', 'id'>
  'insert open API requests': Row<'open_api_request', 'request_id'>
  'insert order': Row<'plan_order', 'id'>
  'insert outcomes of batch rows': never
  'insert pool use': never
  'insert profile keys': never
  'insert recycle log': never
  'insert rows of operation': { counted: number }
  'insert rows to undo': { counted: number }
  'insert runs of rules': Row<'rule_run', 'id'>
  'insert states of counters': never
  'insert tag': Row<'tag', 'id'>
  'insert use of trial': Row<'trial_use', 'kind'>
  'insert vouchers': never
  'insert webhook arrival': never
  'insert webhook deliveries': never
  'issue invoice': Row<'invoice', 'number'>
  'join rotation pool': never
  'lease webhook endpoint': Row<'webhook_endpoint', 'id'>
  'list certificate of ES2+ operator': Row<'es2plus_certificate_directory', 'fingerprint'>
  'lock API key': Row<'api_key', 'id' | 'name' | 'kind' | 'is_test' | 'scopes' | 'addresses' | 'created_by' | 'created_at' | 'revoked_at' | 'version'>
  'lock active plan': Row<'enterprise', 'suspension_reason' | 'platform_id' | 'trial_days' | 'trial_offer' | 'test_number'> & Row<'plan_order', 'kind' | 'starts_at' | 'ends_at' | 'extra_download_cents' | 'billing_dimension' | 'overage_factor'> & Row<'plan', 'configurations' | 'configuration_types' | 'oplmn' | 'fplmn' | 'redownloads_a_month' | 'download_attempts' | 'members' | 'features' | 'api_calls_a_second' | 'iccids' | 'rules'> & { enterprise_state: string; order_id: Column<'plan_order', 'id'> | null; downloads: number | null; used_downloads: number; installations: number; plan: Column<'plan', 'name'>; trial_ends_at: Column<'plan_order', 'ends_at'>; ordered: boolean }
  'lock audit chain': Row<'audit_chain', 'number' | 'hash' | 'seal'>
  'lock batch of vouchers': Row<'voucher_batch', 'id'>
  'lock campaign': Row<'pool', 'id'>
  'lock counters to fill': Row<'rollup_state', 'enterprise_id'> & { filled_to: NonNullable<Column<'rollup_state', 'filled_to'>> }
  'lock counters to merge': Row<'rollup_state', 'enterprise_id'> & { merged_to: Date }
  'lock feed of rules': Row<'rule_feed', 'enterprise_id' | 'rules_version' | 'after_snapshot' | 'after_at' | 'to_snapshot' | 'to_at' | 'cursor_at' | 'cursor_id' | 'newest_at' | 'swept_to' | 'next_at'>
  'lock free profile for a voucher': Row<'pool_member', 'profile_id'>
  'lock group rules': Row<'group_rule', 'mark' | 'value' | 'group_id'>
  'lock groups by id': Row<'profile_group', 'id'>
  'lock groups by name': Row<'profile_group', 'id'> & { name: string }
  'lock invitation': Row<'member', 'id' | 'built_in_role' | 'role_id'> & Row<'enterprise', 'platform_id'> & { email: NonNullable<Column<'member', 'invited_email'>>; enterprise_name: Column<'enterprise', 'name'>; invited_by: Column<'user_account', 'id'> | null; invited_by_name: string; role_name: Column<'enterprise_role', 'name'> | null; role_permissions: Column<'enterprise_role', 'permissions'> | null; account_id: Column<'user_account', 'id'> | null; account_state: Column<'user_account', 'state'> | null }
  'lock invoice of order': Row<'invoice', 'enterprise_id' | 'id' | 'platform_id' | 'kind' | 'sequence' | 'number' | 'order_id' | 'order_code' | 'invoice_id' | 'seller' | 'billed_to' | 'lines' | 'currency' | 'net_cents' | 'tax_cents' | 'gross_cents' | 'period_from' | 'period_to' | 'paid_by' | 'reason' | 'time_zone' | 'issued_at'>
  'lock member': Row<'member', 'id' | 'user_id' | 'state' | 'version' | 'built_in_role' | 'role_id' | 'last_seen_at' | 'group_limit'> & { email: string; name: string; sort_name: string; role_name: Column<'enterprise_role', 'name'> | null; role_permissions: Column<'enterprise_role', 'permissions'> | null; second_factor: boolean; sort_seen: Date; since: Date; invitation_expires_at: Date | null; groups: unknown | null }
  'lock name': never
  'lock naming of devices': Row<'tac_table', 'named_tac' | 'named_enterprise_id' | 'named_eid'>
  'lock once request': { locked: boolean }
  'lock open slots': never
  'lock order to charge': Row<'plan_order', 'id'>
  'lock payment': Row<'payment', 'enterprise_id' | 'id' | 'order_id' | 'way' | 'attempt' | 'state' | 'amount_cents' | 'currency' | 'customer_id' | 'method_id' | 'session_id' | 'intent_id' | 'charge_id' | 'channel' | 'failure_code' | 'failure_text' | 'refunded_cents' | 'created_at' | 'expires_at' | 'settled_at' | 'next_check_at' | 'checked_at'>
  'lock pool membership': Row<'pool_member', 'state'>
  'lock pool to reserve': Row<'pool', 'cap'>
  'lock profiles': Row<'profile', 'iccid' | 'status' | 'order_state' | 'eid' | 'device_brand' | 'device_model' | 'configuration_id' | 'configuration_version' | 'campaign_id' | 'region' | 'created_by' | 'downloads' | 'notes' | 'recycle_status' | 'recycle_reason' | 'recycle_at' | 'recycle_begun_at' | 'recycle_due_at' | 'keys_erased_at'> & { profile_id: Column<'profile', 'id'> }
  'lock profiles not handed out': Row<'pool_member', 'profile_id'>
  'lock profiles with codes and orders': Row<'download_order', 'id'>
  'lock push': Row<'eid_push', 'id'>
  'lock report schedule': Row<'report_schedule', 'enterprise_id' | 'id' | 'report_id' | 'owner_id' | 'every' | 'hour' | 'weekday' | 'month_day' | 'time_zone' | 'format' | 'delivery' | 'recipients' | 'state' | 'stop_reason' | 'next_at' | 'retry_at' | 'last_at' | 'last_mails' | 'version' | 'created_at' | 'updated_at'> & { report_name: Column<'saved_report', 'name'>; report_shared: Column<'saved_report', 'shared'>; report_owner_id: Column<'saved_report', 'created_by'>; report_parameters: Column<'saved_report', 'parameters'>; owner_name: string }
  'lock room of campaign': never
  'lock saved report': Row<'saved_report', 'id' | 'name' | 'parameters' | 'shared' | 'version' | 'created_by'>
  'lock saved view': Row<'shared_view', 'enterprise_id' | 'id' | 'module' | 'name' | 'filter' | 'sort_by' | 'sort_direction' | 'version' | 'created_by' | 'created_at' | 'updated_at'> & { created_by_name: string }
  'lock state of counters': never
  'lock tags by id': Row<'tag', 'id' | 'name'>
  'lock tags by name': Row<'tag', 'id'> & { name: string }
  'lock traits of profiles': Row<'profile_trait', 'profile_id' | 'tags' | 'attributes'>
  'lock trial': Row<'rsp_trial', 'order_id' | 'state'>
  'lock values of attribute': Row<'profile_trait', 'profile_id'> & { value: unknown | null }
  'lock write probe': { held: boolean }
  'make months of a table': { made: number }
  'make months of all tables': { made: number }
  'mark campaign as removed': never
  'mark displaced ES2+ operators': Row<'es2plus_operator', 'id' | 'enterprise_id' | 'requester' | 'fingerprint'> & Row<'program', 'name'>
  'matching IDs of an archive that are taken': Row<'activation_code_directory', 'matching_id' | 'slug'>
  'merge added TACs': Row<'tac', 'tac'>
  'merge changed TACs': Row<'tac', 'tac'>
  'merge counters': never
  'move recycling of campaign': never
  'move values of attribute': never
  'newest configuration version': Row<'profile_configuration', 'id' | 'name' | 'version' | 'created_at' | 'sample'> & Row<'profile_configuration_version', 'fields' | 'sealed_confirmation_code'>
  'notify': never
  'open feed of rules': never
  'open rotation pool': never
  'open_api_credential_of_call': Row<'program', 'name'> & Row<'open_api_credential', 'sealed_secret' | 'sealed_previous' | 'last_used_at'> & Row<'enterprise', 'deletion_at'>
  'people of an archive that are known': { id: string | null }
  'people of moved account': Row<'user_account', 'id' | 'first_name' | 'last_name' | 'email'> & { state: Column<'member', 'state'> | null; role: string | null }
  'program_call_insert': never
  'read heartbeat': Row<'heartbeat', 'at'> & { age_ms: number }
  'record answer of ES2+ call': never
  'record outcome of ES2+ notification': never
  'record outcomes of webhook deliveries': never
  'release ICCIDs': Row<'iccid_directory', 'iccid'>
  'release lapsed reservation': Row<'pool_member', 'profile_id'>
  'remember device': never
  'reopen refused deliveries': Row<'planned_delivery', 'id'>
  'replace base plan': Row<'plan_order', 'id'>
  'replace profile keys': never
  'replace tag of profiles': { counted: number }
  'replay webhook deliveries': Row<'webhook_delivery', 'endpoint_id'>
  'reserve ICCIDs': Row<'iccid_directory', 'iccid' | 'profile_id'>
  'reserve Stripe event': Row<'stripe_event', 'type' | 'names' | 'attempts'>
  'reserve check of payment': Row<'payment', 'id'>
  'reserve due charges': Row<'payment', 'id'> & { enterpriseId: Column<'payment', 'enterprise_id'> }
  'reserve due payments': Row<'payment', 'id'> & { enterpriseId: Column<'payment', 'enterprise_id'> }
  'reserve free profile': Row<'pool_member', 'profile_id'>
  'reserve own profile of code': Row<'pool_member', 'profile_id'>
  'reserve profile of lapsed reservation': Row<'pool_member', 'profile_id'>
  'reset use of order': never
  'restart feeds of rules': never
  'return ICCIDs': never
  'schedule order': never
  'search batches': { id: string; code: string; file_name: string | null }
  'search profiles': { id: string; iccid: string; status: string; by: string; value: string }
  'select API keys': Row<'api_key', 'id' | 'name' | 'kind' | 'is_test' | 'scopes' | 'addresses' | 'created_by' | 'created_at' | 'revoked_at' | 'version'> & { created_by_name: string; state: string }
  'select ES2+ operator of call': Row<'es2plus_operator', 'requester' | 'not_after' | 'last_used_at'> & Row<'program', 'name'> & Row<'enterprise', 'deletion_at'>
  'select ES2+ operators': Row<'es2plus_operator', 'enterprise_id' | 'id' | 'requester' | 'certificate' | 'fingerprint' | 'subject' | 'not_after' | 'callback_url' | 'version' | 'created_by' | 'created_at' | 'last_used_at' | 'removed_at' | 'removed_by' | 'challenge_nonce' | 'challenge_expires_at' | 'displaced_at'> & Row<'program', 'name'> & Row<'es2plus_progress', 'last_at' | 'last_status' | 'last_fault'> & { state: string; created_by_name: string | null; waiting: number }
  'select ES9+ session': Row<'rsp_session', 'transaction_id' | 'state' | 'server_address' | 'server_challenge' | 'ci_key_id' | 'server_ci_key_id' | 'enterprise_id' | 'activation_code_id' | 'order_id' | 'eid' | 'euicc_public_key' | 'smdp_signature2' | 'device_brand' | 'device_model' | 'device_release' | 'pool_id' | 'profile_id' | 'trial_id' | 'expires_at'>
  'select ES9+ session and code': Row<'rsp_session', 'enterprise_id' | 'activation_code_id' | 'order_id' | 'eid' | 'euicc_public_key' | 'smdp_signature2' | 'device_brand' | 'device_model' | 'device_release' | 'pool_id' | 'profile_id' | 'trial_id'> & { transaction_id: Column<'rsp_session', 'transaction_id'> | null; state: Column<'rsp_session', 'state'> | null; server_address: Column<'rsp_session', 'server_address'> | null; server_challenge: Column<'rsp_session', 'server_challenge'> | null; ci_key_id: Column<'rsp_session', 'ci_key_id'> | null; server_ci_key_id: Column<'rsp_session', 'server_ci_key_id'> | null; expires_at: Column<'rsp_session', 'expires_at'> | null; code_enterprise_id: Column<'activation_code_directory', 'enterprise_id'> | null; code_activation_code_id: Column<'activation_code_directory', 'activation_code_id'> | null; code_pool_id: Column<'activation_code_directory', 'pool_id'> }
  'select IDs of a page': { id: string; match: number; matched: string }
  'select SM-DS events': { eventId: Column<'smds_event', 'event_id'>; rspServerAddress: Column<'smds_event', 'rsp_server_address'> }
  'select TACs': Row<'tac', 'tac' | 'brand' | 'model' | 'version' | 'updated_at'>
  'select accounts with due orders': Row<'plan_order', 'enterprise_id'>
  'select accounts with events to send': { enterprise_id: string }
  'select accounts with news for leak watch': Row<'enterprise', 'enterprise_id'>
  'select active plan': Row<'enterprise', 'suspension_reason' | 'platform_id' | 'trial_days' | 'trial_offer' | 'test_number'> & Row<'plan_order', 'kind' | 'starts_at' | 'ends_at' | 'extra_download_cents' | 'billing_dimension' | 'overage_factor'> & Row<'plan', 'configurations' | 'configuration_types' | 'oplmn' | 'fplmn' | 'redownloads_a_month' | 'download_attempts' | 'members' | 'features' | 'api_calls_a_second' | 'iccids' | 'rules'> & { enterprise_state: string; order_id: Column<'plan_order', 'id'> | null; downloads: number | null; used_downloads: number; installations: number; plan: Column<'plan', 'name'>; trial_ends_at: Column<'plan_order', 'ends_at'>; ordered: boolean }
  'select announcements': Row<'announcement', 'id' | 'kind' | 'text' | 'link' | 'platform_id' | 'starts_at' | 'ends_at' | 'withdrawn_at' | 'created_at' | 'version'> & { state: string; created_by_name: string | null }
  'select applet files': Row<'enterprise', 'platform_id'> & { applet: Column<'platform_applet', 'applet'> | null; id: Column<'platform_applet', 'id'> | null; sha256: Column<'platform_applet', 'sha256'> | null }
  'select applets': Row<'applet_file', 'id' | 'file_name' | 'sha256' | 'bytes' | 'package_aid' | 'class_aids' | 'package_version' | 'replaced_at' | 'created_at'> & { created_by_name: string; is_used: boolean }
  'select audit chain': Row<'audit_entry', 'number' | 'hash' | 'id' | 'at' | 'actor_kind' | 'actor_id' | 'actor_name' | 'actor_email' | 'address' | 'request_id' | 'action' | 'object_kind' | 'object_id' | 'object_name' | 'before' | 'after'>
  'select audit chains without checkpoint': Row<'audit_chain', 'enterprise_id'>
  'select audit checkpoint': Row<'audit_checkpoint', 'number' | 'hash' | 'seal'>
  'select audit entries': Row<'audit_entry', 'number' | 'hash' | 'id' | 'at' | 'actor_kind' | 'actor_id' | 'actor_name' | 'actor_email' | 'address' | 'request_id' | 'action' | 'object_kind' | 'object_id' | 'object_name' | 'before' | 'after'>
  'select batch of vouchers': Row<'voucher_batch', 'enterprise_id' | 'id' | 'campaign_id' | 'name' | 'slug' | 'count' | 'redeemed' | 'revoked' | 'wrong' | 'wrong_hour' | 'wrong_in_hour' | 'expires_at' | 'address_limit' | 'revoked_at' | 'created_by' | 'created_at' | 'version'> & { campaign_name: Column<'campaign', 'name'>; campaign_title: Column<'campaign', 'title'>; created_by_name: string; codes_until: Column<'voucher_codes', 'expires_at'> | null }
  'select batch rows with keys': Row<'batch_row', 'line'> & Row<'profile', 'iccid' | 'imsi' | 'msisdn'> & Row<'profile_key', 'sealed'> & { profile_id: Column<'profile', 'id'> }
  'select batches of configuration': Row<'batch', 'id' | 'code' | 'created_at'> & { configuration_version: NonNullable<Column<'batch', 'configuration_version'>> }
  'select batches of vouchers': Row<'voucher_batch', 'enterprise_id' | 'id' | 'campaign_id' | 'name' | 'slug' | 'count' | 'redeemed' | 'revoked' | 'wrong' | 'wrong_hour' | 'wrong_in_hour' | 'expires_at' | 'address_limit' | 'revoked_at' | 'created_by' | 'created_at' | 'version'> & { campaign_name: Column<'campaign', 'name'>; campaign_title: Column<'campaign', 'title'>; created_by_name: string; codes_until: Column<'voucher_codes', 'expires_at'> | null }
  'select block hits': Row<'block_hit', 'enterprise_id' | 'id' | 'block_id' | 'kind' | 'value' | 'at' | 'eid' | 'tac' | 'address' | 'profile_id'> & { device: string | null; iccid: Column<'profile', 'iccid'> | null }
  'select block rule of device': Row<'block_rule', 'id' | 'kind'>
  'select block rules': Row<'block_rule', 'enterprise_id' | 'id' | 'kind' | 'value' | 'note' | 'hits' | 'last_hit_at' | 'version' | 'created_by' | 'created_at'> & { created_by_name: string }
  'select block rules of devices': Row<'block_rule', 'id' | 'kind' | 'value' | 'created_at'> & { profile_id: Column<'profile', 'id'>; created_by_name: string }
  'select campaign': Row<'campaign', 'enterprise_id' | 'id' | 'name' | 'configuration_id' | 'notes' | 'title' | 'welcome' | 'public_page' | 'confirmation_needed' | 'left_over' | 'ended_at' | 'started_at' | 'version' | 'created_by' | 'created_at' | 'removed_at' | 'at_end' | 'recycle_begun_at' | 'recycle_behind' | 'recycle_count' | 'recycle_done_at' | 'recycle_by'> & Row<'pool', 'phase' | 'starts_at' | 'ends_at' | 'cap' | 'device_limit' | 'max_attempts' | 'profiles'> & Row<'activation_code', 'matching_id' | 'slug' | 'issuer'> & { configuration_name: Column<'profile_configuration', 'name'>; created_by_name: string; taken: number; refused: number; activation_code_id: NonNullable<Column<'pool', 'activation_code_id'>> }
  'select campaign of vouchers': Row<'campaign', 'id' | 'name' | 'title' | 'welcome' | 'removed_at'> & Row<'pool', 'phase' | 'starts_at' | 'ends_at'> & Row<'enterprise', 'platform_id'> & { service_provider_name: string; is_left: boolean }
  'select campaigns': Row<'campaign', 'enterprise_id' | 'id' | 'name' | 'configuration_id' | 'notes' | 'title' | 'welcome' | 'public_page' | 'confirmation_needed' | 'left_over' | 'ended_at' | 'started_at' | 'version' | 'created_by' | 'created_at' | 'removed_at' | 'at_end' | 'recycle_begun_at' | 'recycle_behind' | 'recycle_count' | 'recycle_done_at' | 'recycle_by'> & Row<'pool', 'phase' | 'starts_at' | 'ends_at' | 'cap' | 'device_limit' | 'max_attempts' | 'profiles'> & Row<'activation_code', 'matching_id' | 'slug' | 'issuer'> & { configuration_name: Column<'profile_configuration', 'name'>; created_by_name: string; taken: number; refused: number; activation_code_id: NonNullable<Column<'pool', 'activation_code_id'>> }
  'select campaigns in recycling': Row<'campaign', 'id'> & { enterpriseId: Column<'campaign', 'enterprise_id'> }
  'select campaigns of configuration': Row<'campaign', 'id' | 'name'>
  'select campaigns with few profiles': Row<'pool', 'enterprise_id' | 'id'> & Row<'campaign', 'name'> & { total: number; remaining: number }
  'select changed TACs': Row<'tac_import_line', 'tac' | 'brand' | 'model'> & { old_brand: Column<'tac', 'brand'>; old_model: Column<'tac', 'model'> }
  'select claims of ICCIDs': Row<'iccid_directory', 'iccid' | 'enterprise_id' | 'profile_id'> & Row<'enterprise', 'name'> & { is_on_device: boolean }
  'select client': Row<'enterprise', 'enterprise_id' | 'name' | 'platform_id' | 'state' | 'suspension_reason' | 'suspended_at' | 'deletion_at' | 'created_at'> & { members: number }
  'select client of order': Row<'enterprise', 'enterprise_id' | 'name' | 'platform_id'>
  'select clients': Row<'enterprise', 'enterprise_id' | 'name' | 'platform_id' | 'state' | 'suspension_reason' | 'suspended_at' | 'deletion_at' | 'created_at'> & { members: number }
  'select code by EID': { enterpriseId: Column<'linked_order_directory', 'enterprise_id'>; id: Column<'linked_order_directory', 'activation_code_id'> }
  'select code mails': Row<'code_mail', 'id' | 'profile_id' | 'recipient' | 'at'> & Row<'profile', 'iccid'> & Row<'mail_message', 'last_error'> & { state: Column<'mail_message', 'state'> | null; sent_by_name: string }
  'select code of campaign': Row<'activation_code', 'id' | 'sealed_confirmation'>
  'select codes by profile': Row<'profile', 'id' | 'iccid' | 'spn' | 'matching_id' | 'sample' | 'ac_format' | 'status' | 'order_state' | 'activation_code_id'> & Row<'activation_code', 'slug' | 'issuer' | 'expires_at'> & { code_state: Column<'activation_code', 'state'>; pooled: boolean; confirmation_needed: boolean }
  'select codes of file': Row<'profile', 'id' | 'iccid' | 'spn' | 'matching_id' | 'sample' | 'ac_format' | 'status' | 'order_state' | 'activation_code_id'> & Row<'activation_code', 'slug' | 'issuer'> & { pooled: boolean; confirmation_needed: boolean }
  'select codes of named profiles': Row<'profile', 'id' | 'iccid' | 'spn' | 'matching_id' | 'sample' | 'ac_format' | 'status' | 'order_state' | 'activation_code_id'> & Row<'activation_code', 'slug' | 'issuer' | 'expires_at'> & { code_state: Column<'activation_code', 'state'>; pooled: boolean; confirmation_needed: boolean }
  'select codes that many devices try': Row<'profile', 'id' | 'iccid' | 'matching_id'> & { value: number }
  'select codes that many networks try': Row<'profile', 'id' | 'iccid' | 'matching_id'> & { value: number }
  'select codes to mail': Row<'profile', 'id' | 'iccid' | 'spn' | 'matching_id' | 'sample' | 'ac_format' | 'status' | 'order_state' | 'activation_code_id'> & Row<'activation_code', 'slug' | 'issuer' | 'expires_at'> & { code_state: Column<'activation_code', 'state'>; pooled: boolean; confirmation_needed: boolean }
  'select combinations': { hash: string; newest: Date }
  'select commented object': { name: string }
  'select configuration': Row<'profile_configuration', 'id' | 'name' | 'version' | 'created_at' | 'updated_at' | 'sample' | 'silenced_advice'> & Row<'profile_configuration_version', 'fields' | 'sealed_confirmation_code'> & { created_by_name: string; profiles: number }
  'select configuration and creator of profile': Row<'profile_configuration', 'name'> & { user_id: NonNullable<Column<'member', 'user_id'>> }
  'select configurations': Row<'profile_configuration', 'id' | 'name' | 'version' | 'created_at' | 'updated_at' | 'sample' | 'silenced_advice'> & Row<'profile_configuration_version', 'fields' | 'sealed_confirmation_code'> & { created_by_name: string; profiles: number }
  'select connection of older process': { pid: number | null }
  'select consents of user': Row<'legal_consent', 'kind' | 'version'> & { orderId: Column<'legal_consent', 'order_id'>; acceptedAt: Column<'legal_consent', 'accepted_at'> }
  'select count of profiles in groups': { counted: string }
  'select counts of processes': Row<'process_minute', 'name'> & { at: Date; count: number }
  'select creators of profiles': { id: string; name: string }
  'select crossed thresholds': Row<'threshold_crossing', 'level' | 'unit'>
  'select current announcements': Row<'announcement', 'id' | 'kind' | 'text' | 'link' | 'starts_at'> & { is_dismissed: boolean }
  'select current legal texts': Row<'legal_text', 'kind'> & { version: number }
  'select defaults of groups': Row<'group_default', 'group_id' | 'configuration_id' | 'recycle_days' | 'mail_message' | 'qr_preset_id' | 'version'>
  'select details of ES2+ notification': Row<'es2plus_operator', 'callback_url'> & { certificate: Column<'es2plus_operator', 'certificate'> | null; profile_type: Column<'profile_configuration', 'name'>; raw: Column<'device_message', 'raw'> | null }
  'select details of webhook events': { id: string; config_name: Column<'profile_configuration', 'name'> | null; installed: number }
  'select device to block': Row<'profile', 'iccid' | 'eid'> & Row<'device', 'tac'>
  'select devices without brand': Row<'device', 'enterprise_id' | 'eid'> & { tac: NonNullable<Column<'device', 'tac'>> }
  'select difference of counters': { rows: number; example: string | null }
  'select discount': Row<'discount', 'id' | 'platform_id' | 'code' | 'percent' | 'cents' | 'plans' | 'billing_types' | 'max_uses' | 'used' | 'once_per_enterprise' | 'expires_at' | 'stopped_at' | 'note' | 'version' | 'created_at'> & { state: string }
  'select discount by code': Row<'discount', 'id' | 'platform_id' | 'code' | 'percent' | 'cents' | 'plans' | 'billing_types' | 'max_uses' | 'used' | 'once_per_enterprise' | 'expires_at' | 'stopped_at' | 'note' | 'version' | 'created_at'> & { state: string }
  'select discounts': Row<'discount', 'id' | 'platform_id' | 'code' | 'percent' | 'cents' | 'plans' | 'billing_types' | 'max_uses' | 'used' | 'once_per_enterprise' | 'expires_at' | 'stopped_at' | 'note' | 'version' | 'created_at'> & { state: string }
  'select due deliveries': Row<'planned_delivery', 'enterprise_id' | 'id'>
  'select due feeds of rules': Row<'rule_feed', 'enterprise_id'>
  'select due notices of user': Row<'notice', 'id' | 'enterprise_id' | 'kind' | 'facts' | 'created_at'>
  'select due report schedules': Row<'report_schedule', 'id'> & { enterpriseId: Column<'report_schedule', 'enterprise_id'> }
  'select due webhook endpoints': Row<'webhook_endpoint', 'id'> & { enterpriseId: Column<'webhook_endpoint', 'enterprise_id'> }
  'select earlier handed out profiles': Row<'pool_past', 'profile_id' | 'iccid' | 'imsi' | 'eid' | 'status' | 'status_at' | 'taken_at' | 'device' | 'recycle_status' | 'recycle_at'>
  'select end of part to compare': Row<'profile_event', 'at'>
  'select ended batches for rules': Row<'batch', 'id' | 'code' | 'succeeded' | 'failed' | 'configuration_id'> & { completed_at: NonNullable<Column<'batch', 'completed_at'>>; type: string; rule_depth: number; group_ids: string[] }
  'select enterprises of messages': Row<'enterprise', 'name'> & { id: Column<'enterprise', 'enterprise_id'> }
  'select enterprises of user': Row<'member_directory', 'enterprise_id'>
  'select free profile of other devices': Row<'pool_member', 'profile_id'>
  'select gauge of processes': { count: number }
  'select gift of invitation link': Row<'invitation_link', 'plan' | 'plan_days' | 'trial_days'> & { state: string }
  'select group rules': Row<'group_rule', 'id' | 'mark' | 'value' | 'group_id' | 'created_at'> & { group_name: Column<'profile_group', 'name'>; group_color: Column<'profile_group', 'color'>; configuration_name: Column<'profile_configuration', 'name'> | null; created_by_name: string }
  'select groups': Row<'profile_group', 'id' | 'name' | 'color' | 'notes' | 'version' | 'created_at' | 'updated_at'> & { created_by_name: string; statuses: unknown | null }
  'select groups of profiles': Row<'profile_place', 'profile_id'> & { group_id: NonNullable<Column<'profile_place', 'group_id'>> }
  'select handed out profiles': Row<'profile', 'iccid' | 'imsi' | 'status' | 'status_at' | 'recycle_status' | 'recycle_at'> & Row<'pool_member', 'eid'> & { profile_id: Column<'profile', 'id'>; taken_at: NonNullable<Column<'pool_member', 'taken_at'>>; device: string | null }
  'select holders of ICCIDs': Row<'iccid_directory', 'iccid' | 'enterprise_id'> & { is_visible: boolean; card_iccid: Column<'profile', 'iccid'> | null }
  'select idle enterprises': Row<'enterprise', 'enterprise_id' | 'name'>
  'select installations in order': Row<'profile_event', 'id' | 'at'> & { profile_id: string | null }
  'select invitation link': Row<'invitation_link', 'id' | 'code' | 'platform_id' | 'plan' | 'plan_days' | 'trial_days' | 'uses' | 'max_uses' | 'expires_at' | 'stopped_at' | 'note' | 'created_at' | 'version'> & { state: string; created_by_name: string | null }
  'select invitation links': Row<'invitation_link', 'id' | 'code' | 'platform_id' | 'plan' | 'plan_days' | 'trial_days' | 'uses' | 'max_uses' | 'expires_at' | 'stopped_at' | 'note' | 'created_at' | 'version'> & { state: string; created_by_name: string | null }
  'select invitations of address': Row<'member', 'enterprise_id' | 'id' | 'built_in_role' | 'role_id'> & { enterprise_name: Column<'enterprise', 'name'>; invited_at: NonNullable<Column<'member', 'invited_at'>>; invitation_expires_at: NonNullable<Column<'member', 'invitation_expires_at'>>; invited_by_name: string; role_name: Column<'enterprise_role', 'name'> | null; role_permissions: Column<'enterprise_role', 'permissions'> | null }
  'select invoice': Row<'invoice', 'invoice_id' | 'period_from' | 'period_to' | 'paid_by' | 'reason' | 'pdf'> & { enterprise_id: Column<'invoice', 'enterprise_id'> | null; id: Column<'invoice', 'id'> | null; platform_id: Column<'invoice', 'platform_id'> | null; kind: Column<'invoice', 'kind'> | null; sequence: Column<'invoice', 'sequence'> | null; number: Column<'invoice', 'number'> | null; order_id: Column<'invoice', 'order_id'> | null; order_code: Column<'invoice', 'order_code'> | null; seller: Column<'invoice', 'seller'> | null; billed_to: Column<'invoice', 'billed_to'> | null; lines: Column<'invoice', 'lines'> | null; currency: Column<'invoice', 'currency'> | null; net_cents: Column<'invoice', 'net_cents'> | null; tax_cents: Column<'invoice', 'tax_cents'> | null; gross_cents: Column<'invoice', 'gross_cents'> | null; time_zone: Column<'invoice', 'time_zone'> | null; issued_at: Column<'invoice', 'issued_at'> | null; corrected_number: Column<'invoice', 'number'> | null; corrected_at: Column<'invoice', 'issued_at'> | null }
  'select invoices': Row<'invoice', 'reason'> & { enterprise_id: Column<'invoice', 'enterprise_id'> | null; id: Column<'invoice', 'id'> | null; platform_id: Column<'invoice', 'platform_id'> | null; kind: Column<'invoice', 'kind'> | null; number: Column<'invoice', 'number'> | null; order_id: Column<'invoice', 'order_id'> | null; order_code: Column<'invoice', 'order_code'> | null; currency: Column<'invoice', 'currency'> | null; net_cents: Column<'invoice', 'net_cents'> | null; tax_cents: Column<'invoice', 'tax_cents'> | null; gross_cents: Column<'invoice', 'gross_cents'> | null; issued_at: Column<'invoice', 'issued_at'> | null; corrected_number: Column<'invoice', 'number'> | null; company: string | null; enterprise_name: string | null }
  'select issuer of configuration': { issuer: string | null }
  'select lapsed reservations': Row<'pool_member', 'enterprise_id' | 'profile_id'> & { eid: NonNullable<Column<'pool_member', 'eid'>> }
  'select last counts of device models': Row<'rollup', 'dimension'> & { at: Date }
  'select last events of device models': { dimension: string; at: Date }
  'select last restore': Row<'restore', 'id'>
  'select latencies of processes': Row<'process_minute', 'name'> & { at: Date; bucket: number; count: number }
  'select leases': Row<'lease', 'enterprise_id' | 'id' | 'profile_id' | 'borrower' | 'notes' | 'ends_at' | 'ended_at' | 'version' | 'created_by' | 'created_at'> & Row<'profile', 'iccid' | 'status' | 'device_brand' | 'eid'> & { is_waiting: boolean; is_failed: boolean; created_by_name: string }
  'select locked profiles': Row<'profile', 'iccid' | 'status' | 'eid' | 'device_brand' | 'device_model' | 'configuration_id' | 'configuration_version' | 'campaign_id' | 'region' | 'created_by' | 'downloads' | 'notes' | 'recycle_status' | 'recycle_reason' | 'recycle_at' | 'recycle_begun_at' | 'recycle_due_at' | 'keys_erased_at' | 'imsi' | 'msisdn' | 'sample'> & Row<'activation_code', 'matching_id' | 'sealed_confirmation' | 'max_attempts' | 'max_redownloads' | 'allow_device_change' | 'expires_at' | 'issuer' | 'orders'> & Row<'download_order', 'device_trust' | 'attempts' | 'confirmation_failures' | 'charged_to' | 'enabled_at' | 'last_sequence' | 'push_id' | 'recycle_counter' | 'requester' | 'smds_address' | 'without_matching_id'> & Row<'pool_member', 'own_expires_at'> & Row<'profile_place', 'group_id'> & { profile_id: Column<'profile', 'id'>; activation_code_id: Column<'activation_code', 'id'>; code_kind: Column<'activation_code', 'kind'>; code_state: Column<'activation_code', 'state'>; order_id: Column<'download_order', 'id'>; order_state: Column<'download_order', 'state'>; order_eid: Column<'download_order', 'eid'>; pool_id: Column<'pool_member', 'pool_id'> | null; pool_kind: Column<'pool', 'kind'> | null; pool_phase: Column<'pool', 'phase'> | null; member_state: Column<'pool_member', 'state'> | null }
  'select loops with work': { due: string[] }
  'select mails': Row<'mail_message', 'id' | 'kind' | 'recipient' | 'state' | 'platform_id' | 'attempts' | 'last_error' | 'created_at' | 'next_at' | 'sent_at'>
  'select members': Row<'member', 'id' | 'user_id' | 'state' | 'version' | 'built_in_role' | 'role_id' | 'last_seen_at' | 'group_limit'> & { email: string; name: string; sort_name: string; role_name: Column<'enterprise_role', 'name'> | null; role_permissions: Column<'enterprise_role', 'permissions'> | null; second_factor: boolean; sort_seen: Date; since: Date; invitation_expires_at: Date | null; groups: unknown | null }
  'select members for notice': { user_id: NonNullable<Column<'member', 'user_id'>> }
  'select members of client': Row<'member', 'id' | 'state'> & { name: string; email: string; role: string; second_factor: boolean; signed_in_at: Date | null; total: number }
  'select membership': Row<'enterprise', 'name'> & Row<'member', 'state'> & { closing: boolean; role: NonNullable<Column<'member', 'built_in_role'>>; since: Column<'member', 'created_at'>; otherOwners: number; otherMembers: number }
  'select messages with enterprise': Row<'bip_message', 'id' | 'at' | 'address' | 'raw' | 'iccid' | 'counter' | 'reason' | 'outcome' | 'simulated' | 'enterprise_id'> & { enterprise_name: string | null }
  'select name of database': { name: string }
  'select named values': { id: string; name: string; isDeleted: boolean }
  'select names of active members': { name: string }
  'select names of configurations': Row<'profile_configuration', 'name'>
  'select names of what rules use': { id: string; name: string }
  'select new events for rules': Row<'profile_event', 'profile_id' | 'type' | 'at' | 'group_id' | 'configuration_id' | 'region' | 'device_brand' | 'device_model' | 'subject_code' | 'reason_code' | 'eid' | 'rule_depth'> & Row<'profile', 'iccid'> & { event_id: Column<'profile_event', 'id'>; tags: string[]; attributes: unknown; later: string[] }
  'select newest ES2+ call of profile': Row<'es2plus_call', 'answer'> & { same: boolean | null }
  'select newest audit entry before': Row<'audit_entry', 'number' | 'hash'>
  'select newest devices of suspected codes': Row<'profile_event', 'profile_id'> & { eid: NonNullable<Column<'profile_event', 'eid'>> }
  'select notice digest': Row<'notice_digest', 'hour'> & { timeZone: string }
  'select notice thresholds': Row<'notice_threshold', 'kind' | 'levels' | 'unit' | 'hours' | 'minimum' | 'version'>
  'select old pushes': Row<'eid_push', 'enterprise_id' | 'id' | 'profile_id'>
  'select oldest bucket of counters': { bucket: Date | null }
  'select open pushes': Row<'eid_push', 'enterprise_id' | 'id' | 'profile_id' | 'order_id'> & { late: boolean; gone: boolean }
  'select order': Row<'plan_order', 'enterprise_id' | 'id' | 'code' | 'kind' | 'plan' | 'state' | 'billing_type' | 'billing_dimension' | 'payment_method' | 'amount_cents' | 'original_cents' | 'currency' | 'quantity' | 'paid_at' | 'downloads' | 'extra_download_cents' | 'starts_at' | 'ends_at' | 'created_by' | 'created_at' | 'operation' | 'tier_downloads' | 'time_zone' | 'anchor_day' | 'lines' | 'discount_cents' | 'tax_cents' | 'paid_cents' | 'refunded_cents' | 'payment_channel' | 'payment_reference' | 'discount_id' | 'billed_to' | 'expires_at' | 'period_ends_at' | 'previous_id' | 'billed_extra' | 'overage_factor' | 'next_step_at' | 'attempts'> & { used_downloads: number; installations: number }
  'select order to charge': Row<'plan_order', 'id'> & { allowed: number | null; is_shared: boolean; has_room: boolean }
  'select order to transfer': Row<'plan_order', 'code' | 'lines' | 'billed_to' | 'currency' | 'time_zone' | 'starts_at' | 'ends_at' | 'created_at'> & Row<'enterprise', 'platform_id'>
  'select orders in states': Row<'plan_order', 'enterprise_id' | 'id' | 'code' | 'kind' | 'plan' | 'state' | 'billing_type' | 'billing_dimension' | 'payment_method' | 'amount_cents' | 'original_cents' | 'currency' | 'quantity' | 'paid_at' | 'downloads' | 'extra_download_cents' | 'starts_at' | 'ends_at' | 'created_by' | 'created_at' | 'operation' | 'tier_downloads' | 'time_zone' | 'anchor_day' | 'lines' | 'discount_cents' | 'tax_cents' | 'paid_cents' | 'refunded_cents' | 'payment_channel' | 'payment_reference' | 'discount_id' | 'billed_to' | 'expires_at' | 'period_ends_at' | 'previous_id' | 'billed_extra' | 'overage_factor' | 'next_step_at' | 'attempts'> & { used_downloads: number; installations: number }
  'select orders of all accounts': Row<'plan_order', 'enterprise_id' | 'id' | 'code' | 'kind' | 'plan' | 'state' | 'billing_type' | 'billing_dimension' | 'payment_method' | 'amount_cents' | 'original_cents' | 'currency' | 'quantity' | 'paid_at' | 'downloads' | 'extra_download_cents' | 'starts_at' | 'ends_at' | 'created_by' | 'created_at' | 'operation' | 'tier_downloads' | 'time_zone' | 'anchor_day' | 'lines' | 'discount_cents' | 'tax_cents' | 'paid_cents' | 'refunded_cents' | 'payment_channel' | 'payment_reference' | 'discount_id' | 'billed_to' | 'expires_at' | 'period_ends_at' | 'previous_id' | 'billed_extra' | 'overage_factor' | 'next_step_at' | 'attempts'> & Row<'enterprise', 'name' | 'platform_id'> & { used_downloads: number; installations: number }
  'select orders of the renewal work': Row<'plan_order', 'enterprise_id' | 'id' | 'code' | 'kind' | 'plan' | 'state' | 'billing_type' | 'billing_dimension' | 'payment_method' | 'amount_cents' | 'original_cents' | 'currency' | 'quantity' | 'paid_at' | 'downloads' | 'extra_download_cents' | 'starts_at' | 'ends_at' | 'created_by' | 'created_at' | 'operation' | 'tier_downloads' | 'time_zone' | 'anchor_day' | 'lines' | 'discount_cents' | 'tax_cents' | 'paid_cents' | 'refunded_cents' | 'payment_channel' | 'payment_reference' | 'discount_id' | 'billed_to' | 'expires_at' | 'period_ends_at' | 'previous_id' | 'billed_extra' | 'overage_factor' | 'next_step_at' | 'attempts'> & { used_downloads: number; installations: number; has_extra: boolean }
  'select orders with usage': Row<'plan_order', 'enterprise_id' | 'id' | 'extra_download_cents' | 'billing_dimension'> & { downloads: number | null; used_downloads: number; installations: number }
  'select origins of configuration': { version: number; origin: string }
  'select overage lines': Row<'invoice', 'number'> & { quantity: number }
  'select own profiles with keys': Row<'profile', 'id' | 'iccid' | 'imsi' | 'msisdn' | 'region' | 'protection' | 'configuration_id' | 'configuration_version'> & Row<'profile_key', 'sealed'>
  'select owner of rule': Row<'enterprise', 'deletion_at'> & Row<'member', 'built_in_role' | 'group_limit'> & { enterprise_state: Column<'enterprise', 'state'>; member_state: Column<'member', 'state'> | null; member_since: Column<'member', 'created_at'> | null; permissions: Column<'enterprise_role', 'permissions'> | null; frozen: boolean | null; email: Column<'user_account', 'email'> | null; account_state: Column<'user_account', 'state'> | null; name: string | null; key_kind: Column<'api_key', 'kind'> | null; key_scopes: Column<'api_key', 'scopes'> | null; key_created_at: Column<'api_key', 'created_at'> | null; key_name: Column<'api_key', 'name'> | null }
  'select partial success rates below a level': Row<'enterprise', 'enterprise_id'> & Row<'rollup', 'dimension'> & { installed: number; failed: number; hours: number }
  'select past batches for rules': Row<'batch', 'id' | 'code' | 'succeeded' | 'failed' | 'configuration_id'> & { completed_at: NonNullable<Column<'batch', 'completed_at'>>; type: string; rule_depth: number; group_ids: string[] }
  'select past events for rules': Row<'profile_event', 'profile_id' | 'type' | 'at' | 'group_id' | 'configuration_id' | 'region' | 'device_brand' | 'device_model' | 'subject_code' | 'reason_code' | 'eid' | 'rule_depth'> & Row<'profile', 'iccid'> & { event_id: Column<'profile_event', 'id'>; tags: string[]; attributes: unknown; later: string[] }
  'select payment': Row<'payment', 'enterprise_id' | 'id' | 'order_id' | 'way' | 'attempt' | 'state' | 'amount_cents' | 'currency' | 'customer_id' | 'method_id' | 'session_id' | 'intent_id' | 'charge_id' | 'channel' | 'failure_code' | 'failure_text' | 'refunded_cents' | 'created_at' | 'expires_at' | 'settled_at' | 'next_check_at' | 'checked_at'>
  'select payment with order': Row<'payment', 'enterprise_id' | 'id' | 'order_id' | 'way' | 'attempt' | 'state' | 'amount_cents' | 'currency' | 'customer_id' | 'method_id' | 'session_id' | 'intent_id' | 'charge_id' | 'channel' | 'failure_code' | 'failure_text' | 'refunded_cents' | 'created_at' | 'expires_at' | 'settled_at' | 'next_check_at' | 'checked_at'> & Row<'enterprise', 'platform_id'> & { order_code: Column<'plan_order', 'code'>; order_state: Column<'plan_order', 'state'> }
  'select plan table': Row<'plan', 'configurations' | 'configuration_types' | 'oplmn' | 'fplmn' | 'redownloads_a_month' | 'download_attempts' | 'members' | 'features' | 'api_calls_a_second' | 'iccids' | 'rules' | 'downloads' | 'price_cents' | 'extra_download_cents' | 'given_only' | 'version' | 'updated_at'> & { plan: Column<'plan', 'name'> }
  'select plan tiers': Row<'plan_tier', 'plan' | 'downloads' | 'price_cents'>
  'select planned deliveries': Row<'planned_delivery', 'enterprise_id' | 'id' | 'plan_id' | 'profile_id' | 'recipient' | 'local_time' | 'time_zone' | 'due_at' | 'language' | 'message' | 'opens_page' | 'state' | 'next_at' | 'reason' | 'mail_id' | 'sent_at' | 'version' | 'planned_by' | 'created_at' | 'ended_at'> & Row<'profile', 'iccid'> & { planned_by_name: string }
  'select plans of accounts': Row<'enterprise', 'enterprise_id'> & Row<'plan_order', 'ends_at'> & { plan: Column<'plan', 'name'>; kind: string; downloads: number | null; billing_dimension: number; used_downloads: number; installations: number }
  'select platform applets': Row<'platform_applet', 'applet' | 'file_name' | 'sha256' | 'bytes' | 'package_aid' | 'class_aids' | 'package_version' | 'created_at'> & { created_by_name: string }
  'select pool of code': Row<'pool', 'id' | 'kind' | 'phase' | 'starts_at' | 'ends_at' | 'cap' | 'device_limit' | 'max_attempts'> & Row<'activation_code', 'sealed_confirmation'> & { code_state: Column<'activation_code', 'state'>; own_profile_id: Column<'activation_code', 'profile_id'>; activation_code_id: Column<'activation_code', 'id'>; joined: string | null }
  'select profile by ICCID': { enterpriseId: Column<'iccid_directory', 'enterprise_id'>; id: NonNullable<Column<'iccid_directory', 'profile_id'>> }
  'select profile in stock': Row<'profile', 'id'>
  'select profile of fleet': Row<'profile', 'enterprise_id' | 'id' | 'iccid' | 'imsi' | 'msisdn' | 'eid' | 'spn' | 'status' | 'status_at' | 'order_state' | 'order_state_at' | 'activation_code_id' | 'matching_id' | 'configuration_id' | 'configuration_version' | 'batch_id' | 'protection' | 'region' | 'device_brand' | 'device_model' | 'notes' | 'downloads' | 'created_by' | 'created_at' | 'sample' | 'recycle_status' | 'recycle_reason' | 'recycle_at' | 'recycle_begun_at' | 'recycle_due_at' | 'campaign_id' | 'ac_format' | 'device_release' | 'removed' | 'origin' | 'handling' | 'keys_erased_at'> & Row<'activation_code', 'slug' | 'issuer'> & { match: number; matched: string; configuration_name: Column<'profile_configuration', 'name'>; configuration_type: Column<'profile_configuration', 'type'>; batch_code: string; group_id: Column<'profile_group', 'id'> | null; group_name: Column<'profile_group', 'name'> | null; group_color: Column<'profile_group', 'color'> | null; campaign_name: Column<'campaign', 'name'> | null; created_by_name: string; confirmation_needed: boolean; pooled: boolean; tag_ids: Column<'profile_trait', 'tags'> | null; attribute_values: Column<'profile_trait', 'attributes'> | null }
  'select profile of virtual phone': Row<'profile', 'iccid' | 'configuration_id' | 'configuration_version'> & Row<'activation_code', 'matching_id' | 'issuer'> & Row<'profile_configuration_version', 'fields'> & { needs_code: boolean; sealed_keys: Column<'profile_key', 'sealed'> | null }
  'select profiles after ID': Row<'profile', 'id'> & { match: number; matched: string }
  'select profiles by ICCIDs': Row<'profile', 'id'>
  'select profiles installed since': Row<'profile_event', 'profile_id'>
  'select profiles of batch for rule': Row<'profile', 'id' | 'iccid' | 'eid'>
  'select profiles of blocked device': Row<'profile', 'id' | 'iccid'> & { eid: NonNullable<Column<'profile', 'eid'>>; device: string }
  'select profiles of device in campaign': { profile_id: string; state: string; held_until: Date | null; order_state: string; taken_at: Date | null }
  'select profiles of operation': Row<'profile', 'id' | 'iccid' | 'activation_code_id' | 'status' | 'order_state'> & { is_bound: boolean; is_erased: boolean; campaign_place: string | null; is_rotating: boolean }
  'select profiles of page': Row<'profile', 'enterprise_id' | 'id' | 'iccid' | 'imsi' | 'msisdn' | 'eid' | 'spn' | 'status' | 'status_at' | 'order_state' | 'order_state_at' | 'activation_code_id' | 'matching_id' | 'configuration_id' | 'configuration_version' | 'batch_id' | 'protection' | 'region' | 'device_brand' | 'device_model' | 'notes' | 'downloads' | 'created_by' | 'created_at' | 'sample' | 'recycle_status' | 'recycle_reason' | 'recycle_at' | 'recycle_begun_at' | 'recycle_due_at' | 'campaign_id' | 'ac_format' | 'device_release' | 'removed' | 'origin' | 'handling' | 'keys_erased_at'> & Row<'activation_code', 'slug' | 'issuer'> & { configuration_name: Column<'profile_configuration', 'name'>; configuration_type: Column<'profile_configuration', 'type'>; batch_code: string; group_id: Column<'profile_group', 'id'> | null; group_name: Column<'profile_group', 'name'> | null; group_color: Column<'profile_group', 'color'> | null; campaign_name: Column<'campaign', 'name'> | null; created_by_name: string; confirmation_needed: boolean; pooled: boolean; tag_ids: Column<'profile_trait', 'tags'> | null; attribute_values: Column<'profile_trait', 'attributes'> | null }
  'select profiles that fit': Row<'profile', 'id'>
  'select profiles that hold ICCIDs': Row<'iccid_directory', 'profile_id'>
  'select profiles to recycle': Row<'profile', 'enterprise_id' | 'id'>
  'select profiles to recycle of campaign': { id: Column<'pool_member', 'profile_id'> }
  'select profiles with planned delivery': Row<'planned_delivery', 'profile_id'>
  'select profiles with unused ICCIDs': Row<'profile', 'id'>
  'select program calls': Row<'program_call', 'id' | 'at' | 'program_id' | 'program_kind' | 'program_name' | 'method' | 'path' | 'outcome' | 'status' | 'code' | 'ms' | 'address' | 'request_id'>
  'select public campaign': Row<'enterprise', 'platform_id'> & Row<'campaign', 'title' | 'welcome' | 'confirmation_needed'> & Row<'pool', 'phase' | 'starts_at' | 'ends_at'> & Row<'activation_code', 'matching_id' | 'issuer'> & { service_provider_name: string | null; is_left: boolean }
  'select push': Row<'eid_push', 'enterprise_id' | 'id' | 'profile_id' | 'activation_code_id' | 'order_id' | 'eid' | 'event_id' | 'smdp_address' | 'smds' | 'state' | 'state_at' | 'reason' | 'counted' | 'binds' | 'event' | 'event_attempts' | 'event_due_at' | 'created_by' | 'created_at'> & Row<'profile', 'iccid'>
  'select pushable profiles': Row<'profile', 'iccid' | 'spn' | 'eid'> & { configuration_name: Column<'profile_configuration', 'name'>; confirmation_needed: boolean }
  'select pushes': Row<'eid_push', 'enterprise_id' | 'id' | 'profile_id' | 'activation_code_id' | 'order_id' | 'eid' | 'event_id' | 'smdp_address' | 'smds' | 'state' | 'state_at' | 'reason' | 'counted' | 'binds' | 'event' | 'event_attempts' | 'event_due_at' | 'created_by' | 'created_at'> & Row<'profile', 'iccid'> & { created_by_name: string }
  'select pushes with due events': Row<'eid_push', 'enterprise_id' | 'id' | 'profile_id' | 'event'>
  'select ranges of ICCIDs in use': { state: string; first: string; last: string; count: number }
  'select ranges of IMSIs in use': { state: string; first: string; last: string; count: number }
  'select recipients of notice': Row<'user_account', 'email'> & { userId: Column<'user_account', 'id'>; firstName: Column<'user_account', 'first_name'>; platformId: Column<'user_account', 'platform_id'>; chosen: unknown; digest: unknown | null }
  'select recycle log': Row<'recycle_log', 'enterprise_id' | 'id' | 'profile_id' | 'order_id' | 'iccid' | 'eid' | 'at' | 'step' | 'reason' | 'due_at' | 'actor' | 'actor_id' | 'address' | 'detail'> & { actor_name: string | null }
  'select recycle state': Row<'profile', 'iccid' | 'eid' | 'status' | 'recycle_status' | 'recycle_reason' | 'recycle_at' | 'recycle_begun_at' | 'recycle_due_at'> & Row<'download_order', 'device_trust' | 'recycle_counter'> & Row<'profile_configuration_version', 'fields'> & { profile_id: Column<'profile', 'id'>; order_state: Column<'download_order', 'state'>; order_id: Column<'download_order', 'id'> }
  'select refusals of campaign': Row<'pool_refusal', 'enterprise_id' | 'id' | 'pool_id' | 'at' | 'eid' | 'tac' | 'address' | 'subject_code' | 'reason_code' | 'detail'> & { device: string | null }
  'select refusals of campaign in order': Row<'pool_refusal', 'enterprise_id' | 'id' | 'pool_id' | 'at' | 'eid' | 'tac' | 'address' | 'subject_code' | 'reason_code' | 'detail'> & { device: string | null }
  'select report schedule': Row<'report_schedule', 'enterprise_id' | 'id' | 'report_id' | 'owner_id' | 'every' | 'hour' | 'weekday' | 'month_day' | 'time_zone' | 'format' | 'delivery' | 'recipients' | 'state' | 'stop_reason' | 'next_at' | 'retry_at' | 'last_at' | 'last_mails' | 'version' | 'created_at' | 'updated_at'> & { report_name: Column<'saved_report', 'name'>; report_shared: Column<'saved_report', 'shared'>; report_owner_id: Column<'saved_report', 'created_by'>; report_parameters: Column<'saved_report', 'parameters'>; owner_name: string }
  'select report schedules': Row<'report_schedule', 'enterprise_id' | 'id' | 'report_id' | 'owner_id' | 'every' | 'hour' | 'weekday' | 'month_day' | 'time_zone' | 'format' | 'delivery' | 'recipients' | 'state' | 'stop_reason' | 'next_at' | 'retry_at' | 'last_at' | 'last_mails' | 'version' | 'created_at' | 'updated_at'> & { report_name: Column<'saved_report', 'name'>; report_shared: Column<'saved_report', 'shared'>; report_owner_id: Column<'saved_report', 'created_by'>; report_parameters: Column<'saved_report', 'parameters'>; owner_name: string; recipient_names: unknown }
  'select reserved ICCIDs': Row<'iccid_directory', 'iccid'>
  'select restore that holds what goes out': Row<'restore', 'rows_of' | 'recorded_at'>
  'select room of campaign': { has_room: boolean }
  'select rows by name': { id: string; name: string }
  'select rule': Row<'rule', 'enterprise_id' | 'id' | 'name' | 'state' | 'stop_reason' | 'stopped_at' | 'definition' | 'uses' | 'hourly_limit' | 'active_from' | 'version' | 'created_by' | 'created_at' | 'saved_by' | 'saved_at' | 'removed_at' | 'saved_key'> & { created_by_name: string; saved_by_name: string; saved_key_name: string | null; acted_today: number; waiting: number; last_acted_at: Date | null }
  'select rules': Row<'rule', 'enterprise_id' | 'id' | 'name' | 'state' | 'stop_reason' | 'stopped_at' | 'definition' | 'uses' | 'hourly_limit' | 'active_from' | 'version' | 'created_by' | 'created_at' | 'saved_by' | 'saved_at' | 'removed_at' | 'saved_key'> & { created_by_name: string; saved_by_name: string; saved_key_name: string | null; acted_today: number; waiting: number; last_acted_at: Date | null }
  'select rules with waiting runs': Row<'rule_run', 'rule_id'>
  'select runs of rules': Row<'rule_run', 'enterprise_id' | 'id' | 'rule_id' | 'profile_id' | 'event_id' | 'event_type' | 'happened_at' | 'iccid' | 'eid' | 'depth' | 'state' | 'matched_at' | 'acted_at' | 'reasons' | 'batch_code'> & { rule_name: Column<'rule', 'name'> }
  'select saved reports': Row<'saved_report', 'id' | 'name' | 'parameters' | 'shared' | 'version' | 'created_by'> & { created_by_name: string; schedules: number }
  'select saved views': Row<'shared_view', 'enterprise_id' | 'id' | 'module' | 'name' | 'filter' | 'sort_by' | 'sort_direction' | 'version' | 'created_by' | 'created_at' | 'updated_at'> & { created_by_name: string }
  'select sealed applet files': Row<'enterprise', 'platform_id'> & { applet: Column<'platform_applet', 'applet'> | null; id: Column<'platform_applet', 'id'> | null; sha256: Column<'platform_applet', 'sha256'> | null; sealed: Column<'platform_applet', 'sealed'> | null }
  'select searched columns that match': { names: string[] }
  'select seller': Row<'seller', 'platform_id' | 'fields' | 'version' | 'updated_at'>
  'select sellers': Row<'seller', 'platform_id' | 'fields' | 'version' | 'updated_at'>
  'select shares of groups': { group_id: string | null; share: number | null }
  'select size of database': { bytes: number }
  'select sold plans': Row<'plan', 'configurations' | 'configuration_types' | 'oplmn' | 'fplmn' | 'redownloads_a_month' | 'download_attempts' | 'members' | 'features' | 'api_calls_a_second' | 'iccids' | 'rules' | 'downloads' | 'price_cents' | 'extra_download_cents'> & { plan: Column<'plan', 'name'> }
  'select spellings': { value: string }
  'select steps of the guide': { configuration: boolean; generated: boolean; downloaded: boolean; managed: boolean }
  'select stored ES2+ call': Row<'es2plus_call', 'answer'> & { same: boolean }
  'select subscribers of configuration': { imsi: string; iccid: string }
  'select subscription': Row<'subscription', 'auto_renew' | 'cancelled_at' | 'balance_cents'>
  'select success rates below a level': Row<'enterprise', 'enterprise_id'> & { installed: number; failed: number; hours: number }
  'select sums': Row<'rollup', 'dimension' | 'metric'> & { segment: number; count: number }
  'select sums of events': { segment: number; dimension: string; metric: string; count: number }
  'select tax rate': Row<'tax_rate', 'rate'>
  'select tax rates': Row<'tax_rate', 'platform_id' | 'country' | 'rate'> & { validFrom: string }
  'select tenant tables': { name: string; deletableInBatches: boolean; refers_to: string[] }
  'select traits for rule': Row<'profile_trait', 'profile_id' | 'tags' | 'attributes'>
  'select tries of virtual phone': Row<'virtual_phone_day', 'tries'>
  'select use of order': { used_downloads: number; installations: number }
  'select use of trial': Row<'trial_use', 'kind'>
  'select users with due notices': Row<'notice', 'user_id'> & Row<'user_account', 'email' | 'first_name' | 'platform_id'> & { time_zone: string; has_digest: boolean }
  'select uses of discount': Row<'discount_use', 'enterprise_id' | 'used_at'> & Row<'plan_order', 'code'> & { name: string }
  'select values of profiles': { value: string }
  'select verified domains of trial': Row<'sso_domain_directory', 'domain' | 'enterprise_id'>
  'select versions of configuration': Row<'profile_configuration_version', 'version' | 'created_at'> & { created_by_name: string; batches: number; profiles: number }
  'select versions of legal texts': { platform_id: Column<'legal_text', 'platform_id'> | null; kind: Column<'legal_text', 'kind'> | null; version: Column<'legal_text', 'version'> | null; published_at: Column<'legal_text', 'published_at'> | null; body: string | null }
  'select visible profiles': Row<'profile', 'id'>
  'select visible profiles and batches': { id: string }
  'select vouchers of batch': Row<'voucher', 'number' | 'redeemed_at' | 'profile_id' | 'address'> & { state: string; iccid: Column<'profile', 'iccid'> | null; revoked_at: Date | null }
  'select waiting audit chains': Row<'audit_inbox', 'enterprise_id'>
  'select waiting work': { kind: string; waiting: number; oldest: Date | null }
  'select webhook deliveries': Row<'webhook_delivery', 'id' | 'endpoint_id' | 'sequence' | 'kind' | 'iccid' | 'at' | 'state' | 'attempts' | 'next_at' | 'last_at' | 'last_status' | 'last_fault' | 'last_ms' | 'enterprise_id'> & { endpoint_name: Column<'webhook_endpoint', 'name'> | null }
  'select webhook delivery': Row<'webhook_delivery', 'id' | 'endpoint_id' | 'sequence' | 'kind' | 'iccid' | 'at' | 'state' | 'attempts' | 'next_at' | 'last_at' | 'last_status' | 'last_fault' | 'last_ms' | 'body' | 'enterprise_id'> & { endpoint_name: Column<'webhook_endpoint', 'name'> | null }
  'select webhook endpoints': Row<'webhook_endpoint', 'enterprise_id' | 'id' | 'name' | 'url' | 'kinds' | 'bench_status' | 'access_key' | 'sealed_secret' | 'sealed_previous' | 'previous_until' | 'state' | 'off_reason' | 'since' | 'last_sequence' | 'lease_holder' | 'lease_until' | 'version' | 'created_by' | 'created_at' | 'last_arrival'> & Row<'webhook_delivery', 'last_at' | 'last_status' | 'last_fault'> & { created_by_name: string; waiting: number }
  'select whether batch has confirmation codes': { needed: boolean }
  'select whether samples are hidden': { hides: boolean }
  'select wrong counters': Row<'rollup_state', 'enterprise_id'> & Row<'enterprise', 'name'> & { example: string }
  'set parameters until end': { value: string | null }
  'settle paid payment': Row<'payment', 'enterprise_id' | 'id' | 'order_id' | 'way' | 'attempt' | 'state' | 'amount_cents' | 'currency' | 'customer_id' | 'method_id' | 'session_id' | 'intent_id' | 'charge_id' | 'channel' | 'failure_code' | 'failure_text' | 'refunded_cents' | 'created_at' | 'expires_at' | 'settled_at' | 'next_check_at' | 'checked_at'>
  'settle planned deliveries': Row<'planned_delivery', 'id' | 'state' | 'reason' | 'profile_id' | 'planned_by'>
  'settle restores': Row<'restore', 'id' | 'rows_of'>
  'shapes of moved tables': { table: string | null; columns: string[] | null; key: string[] | null }
  'share out downloads': Row<'plan_use', 'order_id'>
  'share out room of campaign': never
  'store network of visitor of code page': never
  'sum credit notes of invoice': { gross: number; tax: number }
  'sum income by period': Row<'plan_order', 'plan' | 'currency'> & { nth: number; cents: number }
  'sum recycling of campaign': { status: string; count: number }
  'sum refusals of campaign': Row<'pool_refusal', 'subject_code' | 'reason_code' | 'detail'> & { count: number; devices: number }
  'sum returned extra downloads': { quantity: number }
  'sum staged bytes': { bytes: number }
  'sum statuses of campaign': { status: string; count: number }
  'sum use of slots': { used: number }
  'take SM-DS session': { transactionId: Column<'smds_session', 'transaction_id'>; serverAddress: Column<'smds_session', 'server_address'>; serverChallenge: Column<'smds_session', 'server_challenge'>; ciKeyId: Column<'smds_session', 'ci_key_id'>; serverCiKeyId: Column<'smds_session', 'server_ci_key_id'>; endsAt: Column<'smds_session', 'expires_at'> }
  'take back attempt': never
  'take back use of discount': never
  'take due ES2+ notifications': Row<'es2plus_progress', 'enterprise_id' | 'id' | 'order_id' | 'profile_id' | 'configuration_id' | 'requester' | 'iccid' | 'eid' | 'point' | 'subject_code' | 'reason_code' | 'message' | 'message_id' | 'at' | 'state' | 'attempts' | 'next_at' | 'last_at' | 'last_status' | 'last_fault'>
  'take reset token': Row<'user_token', 'user_id'> & Row<'user_account', 'email' | 'first_name' | 'last_name'>
  'take room of campaign': Row<'pool_use', 'slot'>
  'take user token': Row<'user_token', 'user_id' | 'registration'> & Row<'user_account', 'email' | 'platform_id'>
  'take waiting audit entries': Row<'audit_inbox', 'id' | 'at' | 'actor_kind' | 'actor_id' | 'actor_name' | 'actor_email' | 'address' | 'request_id' | 'action' | 'object_kind' | 'object_id' | 'object_name' | 'before' | 'after'>
  'update QR standard': never
  'update campaign pool': never
  'update checked counters': never
  'update filled counters': never
  'update joined': Row<'member_directory', 'user_id'>
  'update merged counters': never
  'update names of devices': never
  'update pool phase': never
  'update rebuilt counters': never
  'update rows of operation': never
  'update sealed codes of operation': never
  'update trial end': never
  'update wrong counters': never
  'upsert notice choice': never
  'upsert notice threshold': Row<'notice_threshold', 'kind'>
  'upsert suspected leaks': Row<'code_leak', 'profile_id'>
  'upsert user behavior': Row<'user_behavior', 'version'>
  'write heartbeat': Row<'heartbeat', 'at'>
}
