// Generated from the statements of the server by npm run generate.
import type { Column, Row } from './row.ts'

/** The row of each statement by its name; never for one that returns none. */
export interface Statements {
  'assign ICCIDs': Row<'iccid_directory', 'iccid'> & { was_held: boolean | null }
  'begin charge of saved card': { chargeable: number }
  'charge download strictly': Row<'plan_use', 'order_id'>
  'charge download to slot': Row<'plan_use', 'order_id'>
  'close room of campaign': never
  'count ICCIDs': never
  'count accounts by plan': { plan: string; count: number }
  'count attempt of device in campaign': Row<'pool_device', 'attempts' | 'confirmation_failures'>
  'count confirmation code': Row<'download_order', 'confirmation_failures'>
  'count confirmation code of campaign': Row<'pool_device', 'confirmation_failures'>
  'count held ICCIDs': { held: number }
  'count notification of ended download': { is_new: boolean | null }
  'count order attempt': Row<'order_attempt', 'attempts'>
  'count re-downloads': { counted: number }
  'count what a plan limits': { configurations: number; members: number; invited: number; iccids: number; samples: boolean }
  'count what campaign handed out': { counted: number }
  'insert ES9+ session': never
  'insert audit entry': never
  'insert batches of one code': Row<'batch', 'code'>
  'insert group': Row<'profile_group', 'id'>
  'insert group rule': Row<'group_rule', 'id'>
  'insert open API requests': Row<'open_api_request', 'request_id'>
  'insert outcomes of batch rows': never
  'insert profile keys': never
  'issue invoice': Row<'invoice', 'number'>
  'lock active plan': Row<'enterprise', 'suspension_reason' | 'platform_id' | 'trial_days' | 'trial_offer' | 'test_number'> & Row<'plan_order', 'kind' | 'starts_at' | 'ends_at' | 'extra_download_cents' | 'billing_dimension' | 'overage_factor'> & Row<'plan', 'configurations' | 'configuration_types' | 'oplmn' | 'fplmn' | 'redownloads_a_month' | 'download_attempts' | 'members' | 'features' | 'api_calls_a_second' | 'iccids'> & { enterprise_state: string; order_id: Column<'plan_order', 'id'> | null; downloads: number | null; used_downloads: number; installations: number; plan: Column<'plan', 'name'>; trial_ends_at: Column<'plan_order', 'ends_at'>; ordered: boolean }
  'lock group rules': Row<'group_rule', 'mark' | 'value' | 'group_id'>
  'lock groups by id': Row<'profile_group', 'id'>
  'lock groups by name': Row<'profile_group', 'id'> & { name: string }
  'lock open slots': never
  'lock order to charge': Row<'plan_order', 'id'>
  'lock payment': Row<'payment', 'enterprise_id' | 'id' | 'order_id' | 'way' | 'attempt' | 'state' | 'amount_cents' | 'currency' | 'customer_id' | 'method_id' | 'session_id' | 'intent_id' | 'charge_id' | 'channel' | 'failure_code' | 'failure_text' | 'refunded_cents' | 'created_at' | 'expires_at' | 'settled_at' | 'next_check_at' | 'checked_at'>
  'lock pool membership': Row<'pool_member', 'state'>
  'lock pool to reserve': Row<'pool', 'cap'>
  'lock profiles': Row<'profile', 'iccid' | 'status' | 'order_state' | 'eid' | 'device_brand' | 'device_model' | 'configuration_id' | 'configuration_version' | 'campaign_id' | 'region' | 'created_by' | 'downloads' | 'notes' | 'recycle_status' | 'recycle_reason' | 'recycle_at' | 'recycle_begun_at' | 'recycle_due_at'> & { profile_id: Column<'profile', 'id'> }
  'lock profiles with codes and orders': Row<'download_order', 'id'>
  'lock room of campaign': never
  'newest configuration version': Row<'profile_configuration', 'id' | 'name' | 'version' | 'created_at' | 'sample'> & Row<'profile_configuration_version', 'fields' | 'sealed_confirmation_code'>
  'open_api_credential_of_call': Row<'program', 'name'> & Row<'open_api_credential', 'sealed_secret' | 'sealed_previous' | 'last_used_at'> & Row<'enterprise', 'deletion_at'>
  'program_call_insert': never
  'replace base plan': Row<'plan_order', 'id'>
  'reserve ICCIDs': Row<'iccid_directory', 'iccid' | 'profile_id'>
  'schedule order': never
  'select ES9+ session': Row<'rsp_session', 'transaction_id' | 'state' | 'server_address' | 'server_challenge' | 'ci_key_id' | 'server_ci_key_id' | 'enterprise_id' | 'activation_code_id' | 'order_id' | 'eid' | 'euicc_public_key' | 'smdp_signature2' | 'device_brand' | 'device_model' | 'device_release' | 'pool_id' | 'profile_id' | 'trial_id' | 'expires_at'>
  'select ES9+ session and code': Row<'rsp_session', 'enterprise_id' | 'activation_code_id' | 'order_id' | 'eid' | 'euicc_public_key' | 'smdp_signature2' | 'device_brand' | 'device_model' | 'device_release' | 'pool_id' | 'profile_id' | 'trial_id'> & { transaction_id: Column<'rsp_session', 'transaction_id'> | null; state: Column<'rsp_session', 'state'> | null; server_address: Column<'rsp_session', 'server_address'> | null; server_challenge: Column<'rsp_session', 'server_challenge'> | null; ci_key_id: Column<'rsp_session', 'ci_key_id'> | null; server_ci_key_id: Column<'rsp_session', 'server_ci_key_id'> | null; expires_at: Column<'rsp_session', 'expires_at'> | null; code_enterprise_id: Column<'activation_code_directory', 'enterprise_id'> | null; code_activation_code_id: Column<'activation_code_directory', 'activation_code_id'> | null; code_pool_id: Column<'activation_code_directory', 'pool_id'> }
  'select accounts with events to send': { enterprise_id: string }
  'select active plan': Row<'enterprise', 'suspension_reason' | 'platform_id' | 'trial_days' | 'trial_offer' | 'test_number'> & Row<'plan_order', 'kind' | 'starts_at' | 'ends_at' | 'extra_download_cents' | 'billing_dimension' | 'overage_factor'> & Row<'plan', 'configurations' | 'configuration_types' | 'oplmn' | 'fplmn' | 'redownloads_a_month' | 'download_attempts' | 'members' | 'features' | 'api_calls_a_second' | 'iccids'> & { enterprise_state: string; order_id: Column<'plan_order', 'id'> | null; downloads: number | null; used_downloads: number; installations: number; plan: Column<'plan', 'name'>; trial_ends_at: Column<'plan_order', 'ends_at'>; ordered: boolean }
  'select billing of enterprise': Row<'enterprise', 'name' | 'platform_id' | 'time_zone' | 'address' | 'billing'>
  'select code of campaign': Row<'activation_code', 'id' | 'sealed_confirmation'>
  'select crossed thresholds': Row<'threshold_crossing', 'level' | 'unit'>
  'select group rules': Row<'group_rule', 'id' | 'mark' | 'value' | 'group_id' | 'created_at'> & { group_name: Column<'profile_group', 'name'>; group_color: Column<'profile_group', 'color'>; configuration_name: Column<'profile_configuration', 'name'> | null; created_by_name: string }
  'select groups of profiles': Row<'profile_place', 'profile_id'> & { group_id: NonNullable<Column<'profile_place', 'group_id'>> }
  'select locked profiles': Row<'profile', 'iccid' | 'status' | 'eid' | 'device_brand' | 'device_model' | 'configuration_id' | 'configuration_version' | 'campaign_id' | 'region' | 'created_by' | 'downloads' | 'notes' | 'recycle_status' | 'recycle_reason' | 'recycle_at' | 'recycle_begun_at' | 'recycle_due_at' | 'imsi' | 'msisdn' | 'sample'> & Row<'activation_code', 'matching_id' | 'sealed_confirmation' | 'max_attempts' | 'max_redownloads' | 'allow_device_change' | 'expires_at' | 'issuer' | 'orders'> & Row<'download_order', 'device_trust' | 'attempts' | 'confirmation_failures' | 'charged_to' | 'enabled_at' | 'last_sequence' | 'push_id' | 'recycle_counter' | 'requester' | 'smds_address' | 'without_matching_id'> & Row<'pool_member', 'own_expires_at'> & Row<'profile_place', 'group_id'> & { profile_id: Column<'profile', 'id'>; activation_code_id: Column<'activation_code', 'id'>; code_kind: Column<'activation_code', 'kind'>; code_state: Column<'activation_code', 'state'>; order_id: Column<'download_order', 'id'>; order_state: Column<'download_order', 'state'>; order_eid: Column<'download_order', 'eid'>; pool_id: Column<'pool_member', 'pool_id'> | null; pool_kind: Column<'pool', 'kind'> | null; pool_phase: Column<'pool', 'phase'> | null; member_state: Column<'pool_member', 'state'> | null }
  'select notice thresholds': Row<'notice_threshold', 'kind' | 'levels' | 'unit' | 'hours' | 'minimum' | 'version'>
  'select order': Row<'plan_order', 'enterprise_id' | 'id' | 'code' | 'kind' | 'plan' | 'state' | 'billing_type' | 'billing_dimension' | 'payment_method' | 'amount_cents' | 'original_cents' | 'currency' | 'quantity' | 'paid_at' | 'downloads' | 'extra_download_cents' | 'starts_at' | 'ends_at' | 'created_by' | 'created_at' | 'operation' | 'tier_downloads' | 'time_zone' | 'anchor_day' | 'lines' | 'discount_cents' | 'tax_cents' | 'paid_cents' | 'refunded_cents' | 'payment_channel' | 'payment_reference' | 'discount_id' | 'billed_to' | 'expires_at' | 'period_ends_at' | 'previous_id' | 'billed_extra' | 'overage_factor' | 'next_step_at' | 'attempts'> & { used_downloads: number; installations: number }
  'select order to charge': Row<'plan_order', 'id'> & { allowed: number | null; is_shared: boolean; has_room: boolean }
  'select orders in states': Row<'plan_order', 'enterprise_id' | 'id' | 'code' | 'kind' | 'plan' | 'state' | 'billing_type' | 'billing_dimension' | 'payment_method' | 'amount_cents' | 'original_cents' | 'currency' | 'quantity' | 'paid_at' | 'downloads' | 'extra_download_cents' | 'starts_at' | 'ends_at' | 'created_by' | 'created_at' | 'operation' | 'tier_downloads' | 'time_zone' | 'anchor_day' | 'lines' | 'discount_cents' | 'tax_cents' | 'paid_cents' | 'refunded_cents' | 'payment_channel' | 'payment_reference' | 'discount_id' | 'billed_to' | 'expires_at' | 'period_ends_at' | 'previous_id' | 'billed_extra' | 'overage_factor' | 'next_step_at' | 'attempts'> & { used_downloads: number; installations: number }
  'select orders of the renewal work': Row<'plan_order', 'enterprise_id' | 'id' | 'code' | 'kind' | 'plan' | 'state' | 'billing_type' | 'billing_dimension' | 'payment_method' | 'amount_cents' | 'original_cents' | 'currency' | 'quantity' | 'paid_at' | 'downloads' | 'extra_download_cents' | 'starts_at' | 'ends_at' | 'created_by' | 'created_at' | 'operation' | 'tier_downloads' | 'time_zone' | 'anchor_day' | 'lines' | 'discount_cents' | 'tax_cents' | 'paid_cents' | 'refunded_cents' | 'payment_channel' | 'payment_reference' | 'discount_id' | 'billed_to' | 'expires_at' | 'period_ends_at' | 'previous_id' | 'billed_extra' | 'overage_factor' | 'next_step_at' | 'attempts'> & { used_downloads: number; installations: number; has_extra: boolean }
  'select payment': Row<'payment', 'enterprise_id' | 'id' | 'order_id' | 'way' | 'attempt' | 'state' | 'amount_cents' | 'currency' | 'customer_id' | 'method_id' | 'session_id' | 'intent_id' | 'charge_id' | 'channel' | 'failure_code' | 'failure_text' | 'refunded_cents' | 'created_at' | 'expires_at' | 'settled_at' | 'next_check_at' | 'checked_at'>
  'select payment with order': Row<'payment', 'enterprise_id' | 'id' | 'order_id' | 'way' | 'attempt' | 'state' | 'amount_cents' | 'currency' | 'customer_id' | 'method_id' | 'session_id' | 'intent_id' | 'charge_id' | 'channel' | 'failure_code' | 'failure_text' | 'refunded_cents' | 'created_at' | 'expires_at' | 'settled_at' | 'next_check_at' | 'checked_at'> & Row<'enterprise', 'platform_id'> & { order_code: Column<'plan_order', 'code'>; order_state: Column<'plan_order', 'state'> }
  'select plan tiers': Row<'plan_tier', 'plan' | 'downloads' | 'price_cents'>
  'select plans of accounts': Row<'enterprise', 'enterprise_id'> & Row<'plan_order', 'ends_at'> & { plan: Column<'plan', 'name'>; kind: string; downloads: number | null; billing_dimension: number; used_downloads: number; installations: number }
  'select profiles of device in campaign': { profile_id: string; state: string; held_until: Date | null; order_state: string; taken_at: Date | null }
  'select room of campaign': { has_room: boolean }
  'select sold plans': Row<'plan', 'configurations' | 'configuration_types' | 'oplmn' | 'fplmn' | 'redownloads_a_month' | 'download_attempts' | 'members' | 'features' | 'api_calls_a_second' | 'iccids' | 'downloads' | 'price_cents' | 'extra_download_cents'> & { plan: Column<'plan', 'name'> }
  'select subscription': Row<'subscription', 'auto_renew' | 'cancelled_at' | 'balance_cents'>
  'select use of order': { used_downloads: number; installations: number }
  'select verified domains of trial': Row<'sso_domain_directory', 'domain' | 'enterprise_id'>
  'settle paid payment': Row<'payment', 'enterprise_id' | 'id' | 'order_id' | 'way' | 'attempt' | 'state' | 'amount_cents' | 'currency' | 'customer_id' | 'method_id' | 'session_id' | 'intent_id' | 'charge_id' | 'channel' | 'failure_code' | 'failure_text' | 'refunded_cents' | 'created_at' | 'expires_at' | 'settled_at' | 'next_check_at' | 'checked_at'>
  'share out downloads': Row<'plan_use', 'order_id'>
  'share out room of campaign': never
  'sum use of slots': { used: number }
  'take room of campaign': Row<'pool_use', 'slot'>
}
