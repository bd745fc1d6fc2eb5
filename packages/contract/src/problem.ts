import { fillText } from './fill-text.ts'

/**
 * All errors of the portal API: a stable five-digit code, the HTTP status and the text. Codes are never reused.
 * 101xx-102xx session, 11xxx account, 12xxx configuration, 13xxx generating and fleet, 16xxx plans, 17xxx programs, 18xxx admin area, 19xxx general.
 */
export const problems = {
  session_missing: { code: '10206', status: 401, text: 'Sign in to continue.' },
  session_expired: { code: '10102', status: 401, text: 'Token Exired' },
  session_ended: { code: '10103', status: 401, text: 'This session was ended elsewhere. Sign in again.' },

  credentials_wrong: { code: '11001', status: 401, text: 'The e-mail address or the password is wrong.' },
  account_not_activated: {
    code: '11002',
    status: 403,
    text: 'This account is not activated yet. Open the link in the activation e-mail, or request a new one.',
  },
  account_inactive: {
    code: '11003',
    status: 403,
    text: 'This account is deactivated. Ask the owner of your enterprise account.',
  },
  activation_invalid: {
    code: '11004',
    status: 400,
    text: 'This activation link is no longer valid. Request a new one.',
  },
  sign_in_slowed: { code: '11005', status: 429, text: 'Too many attempts. Try again in {seconds} seconds.' },
  no_enterprise: { code: '11006', status: 403, text: 'You are not a member of an enterprise account.' },

  reset_invalid: { code: '11007', status: 400, text: 'This link is no longer valid. Request a new one.' },
  step_up_needed: { code: '11008', status: 403, text: 'Confirm your identity to continue.' },
  proof_wrong: { code: '11009', status: 403, text: 'The password, code or passkey is wrong. Try again.' },
  second_factor_needed: {
    code: '11010',
    status: 403,
    text: 'This enterprise account requires a second factor. Set one up under Security.',
  },
  sign_in_step_gone: { code: '11011', status: 401, text: 'This sign-in took too long. Start again.' },
  code_wrong: { code: '11012', status: 401, text: 'This code is wrong or has already been used.' },
  passkey_refused: { code: '11013', status: 401, text: 'This passkey is unknown or could not be verified.' },
  no_password: {
    code: '11014',
    status: 409,
    text: 'This account has no password yet. Set one with "Forgot password?".',
  },
  owner_needed: {
    code: '11015',
    status: 409,
    text: 'You are the last owner of {names}, which has other members. Make another member an owner first.',
  },
  own_factor_first: {
    code: '11016',
    status: 409,
    text: 'Set up your own second factor before you require one from everyone.',
  },

  invitation_invalid: {
    code: '11101',
    status: 400,
    text: 'This invitation is no longer valid. Ask for a new one.',
  },
  not_grantable: { code: '11102', status: 403, text: 'You cannot grant what you do not have yourself: {names}.' },
  last_owner: { code: '11103', status: 409, text: 'This is the last owner. Make another member an owner first.' },
  member_above: { code: '11104', status: 403, text: 'This member has permissions that you do not have.' },
  role_name_used: { code: '11105', status: 409, text: 'A role named "{name}" already exists.' },
  role_in_use: {
    code: '11106',
    status: 409,
    text: 'Members have this role ({count}). Give them another role first.',
  },
  role_built_in: {
    code: '11107',
    status: 409,
    text: 'Built-in roles cannot be edited. Copy the role, and edit the copy.',
  },
  groups_limited: {
    code: '11123',
    status: 403,
    text: 'This affects the profiles of all groups, and you see only some of them. Ask a member who sees all profiles.',
  },
  group_needed: {
    code: '11124',
    status: 409,
    text: 'You see only some groups. Choose one of them for the profiles: {names}.',
  },
  group_limit_unfit: {
    code: '11125',
    status: 409,
    text: 'An owner or admin sees all profiles. Choose another role to limit the view to groups.',
  },
  group_limit_wider: {
    code: '11126',
    status: 403,
    text: 'Your own view is limited to groups, so you can limit others only to some of these groups.',
  },
  groups_gone: {
    code: '11127',
    status: 409,
    text: 'The groups that you could see were deleted. Ask an owner or admin for others.',
  },
  member_state_unfit: { code: '11108', status: 409, text: 'This is not possible for a member who is {state}.' },
  own_membership: {
    code: '11109',
    status: 409,
    text: 'You cannot do this to yourself. Ask another member, or leave the enterprise account.',
  },
  invitations_too_many: {
    code: '11110',
    status: 409,
    text: 'No more than {max} invitations can be open at a time. Withdraw some first.',
  },
  owner_suspended: {
    code: '11121',
    status: 403,
    text: 'One of your enterprise accounts is suspended. You cannot create another one until it is active again.',
  },
  enterprise_suspended: {
    code: '11122',
    status: 403,
    text: 'This enterprise account is suspended. You can only view it and pay until our staff end the suspension.',
  },
  approval_needed: {
    code: '11130',
    status: 409,
    text: 'This needs the approval of a second person. The request is {sentence}',
  },
  approval_own: {
    code: '11131',
    status: 403,
    text: 'You cannot approve this request: {reason}',
  },
  approval_over: { code: '11132', status: 409, text: 'This request is not open any more: it is {state}.' },
  approval_too_few: {
    code: '11133',
    status: 409,
    text: 'Approval needs at least two people who can approve, so that one of them is not the requester. Only {count} can: make another member an owner or admin first.',
  },
  approval_objects_changed: {
    code: '11134',
    status: 409,
    text: '{count} of the profiles changed after the request, so nothing was done. Ask again for what is still wanted.',
  },
  approval_rights_lost: { code: '11135', status: 409, text: '{name} may not do this any more, so nothing was done.' },
  approval_possible: {
    code: '11136',
    status: 409,
    text: 'Members can approve this: {names}. Ask them to switch it off with you.',
  },
  enterprises_too_many: {
    code: '11111',
    status: 409,
    text: 'You belong to {max} enterprise accounts, and cannot add another one. Leave one first.',
  },
  roles_too_many: {
    code: '11112',
    status: 409,
    text: 'An enterprise account can have up to {max} custom roles. Delete one first.',
  },

  oauth_gone: { code: '11201', status: 400, text: 'This sign-in is no longer valid. Start again.' },
  oauth_denied: { code: '11202', status: 403, text: 'The sign-in was canceled at {provider}.' },
  oauth_refused: {
    code: '11203',
    status: 403,
    text: 'The response of {provider} could not be verified, so nothing was changed.',
  },
  oauth_unreachable: { code: '11204', status: 502, text: '{provider} could not be reached. Try again in a moment.' },
  oauth_no_email: {
    code: '11205',
    status: 403,
    text: '{provider} did not send your e-mail address: it needs the claim email. For single sign-on, preferred_username or upn with an address of a verified domain will do.',
  },
  oauth_unknown: { code: '11206', status: 404, text: 'This sign-in method does not exist.' },
  identity_taken: { code: '11207', status: 409, text: 'This {provider} account is already linked to another account.' },
  last_way_in: {
    code: '11208',
    status: 409,
    text: 'This is your only way to sign in. Set a password first, with "Forgot password?".',
  },
  sso_only: { code: '11209', status: 403, text: 'Your enterprise account requires single sign-on.' },
  sso_unknown: { code: '11210', status: 404, text: 'No single sign-on is set up for {domain}.' },
  sso_foreign_mail: {
    code: '11211',
    status: 403,
    text: 'The address {email} is not in a verified mail domain of this enterprise account.',
  },
  sso_unproved: {
    code: '11212',
    status: 409,
    text: 'Verify a mail domain before you require single sign-on.',
  },
  sso_untested: {
    code: '11217',
    status: 409,
    text: 'Test the sign-in with this issuer, client ID and client secret before you turn on or require single sign-on.',
  },
  domain_taken: { code: '11213', status: 409, text: 'The mail domain {domain} cannot be used.' },
  domain_unproved: { code: '11214', status: 409, text: 'No TXT record at {name} has the value {text} yet.' },
  sso_bound: {
    code: '11216',
    status: 403,
    text: 'You signed in with single sign-on, which opens this enterprise account only. Sign in with your password to open the other one.',
  },
  domains_too_many: { code: '11215', status: 409, text: 'Up to {max} mail domains. Remove one first.' },

  configuration_name_used: {
    code: '12001',
    status: 409,
    text: 'A profile configuration named "{name}" already exists.',
  },
  configuration_incomplete: {
    code: '12002',
    status: 409,
    text: 'Complete the profile configuration before you generate activation codes with it: {fields}.',
  },
  configuration_ordered: {
    code: '12014',
    status: 409,
    text: 'Operators order the profiles of {name}, so no code can be generated to download them. Choose another profile configuration, or put profiles in stock from a file or a range.',
  },
  configuration_unbuildable: {
    code: '12003',
    status: 409,
    text: 'No profile can be built from this profile configuration. Edit it, then generate again. {reasons}',
  },

  configuration_takes_packages: {
    code: '12004',
    status: 409,
    text: 'Each profile of this profile configuration needs its own package. Use quick generate.',
  },

  applet_used: {
    code: '12005',
    status: 409,
    text: 'A version of the profile configuration "{name}" uses this applet file.',
  },

  applet_known: {
    code: '12006',
    status: 409,
    text: 'This applet file was uploaded already, as "{name}".',
  },

  file_empty: { code: '13001', status: 422, text: 'The file is empty.' },
  header_wrong: { code: '13002', status: 422, text: 'Line 1 is not a header: {detail}.' },
  column_missing: { code: '13003', status: 422, text: 'The column {column} is missing in line 1.' },
  column_unknown: {
    code: '13004',
    status: 422,
    text: 'The column "{column}" in line 1 is not known. Known columns: {known}.',
  },
  column_twice: { code: '13005', status: 422, text: 'The column {column} appears twice in line 1.' },
  rows_too_many: { code: '13006', status: 422, text: 'The file has more than {max} records.' },
  file_too_large: { code: '13007', status: 413, text: 'The file is larger than {max}.' },
  workbook_too_large: { code: '13062', status: 422, text: 'The workbook is larger than {max}. Save it as CSV.' },
  pgp_other_key: {
    code: '13008',
    status: 422,
    text: 'The file is encrypted to another key ({keys}). Encrypt it to the public key of this enterprise account ({fingerprint}).',
  },
  pgp_damaged: { code: '13009', status: 422, text: 'The PGP file is damaged or incomplete: {detail}.' },
  pgp_cipher: { code: '13059', status: 422, text: 'The PGP file is encrypted with {cipher}. Encrypt it with AES.' },
  pgp_too_large: { code: '13010', status: 422, text: 'The decrypted file is larger than {max}.' },
  pgp_expands: {
    code: '13050',
    status: 422,
    text: 'The decrypted file is more than {ratio} times as large as the PGP file. Encrypt it without compression.',
  },
  staged_full: {
    code: '13051',
    status: 409,
    text: 'Uploads waiting for confirmation may use up to {max} in total. Confirm or discard one, then upload again.',
  },
  not_utf8: {
    code: '13011',
    status: 422,
    text: 'Line {line} contains bytes that are not UTF-8. Save the file as CSV UTF-8.',
  },
  csv_malformed: { code: '13012', status: 422, text: 'Line {line} is not well-formed CSV: {detail}.' },
  file_kind_unknown: { code: '13013', status: 422, text: 'This is not a CSV or XLSX file: {detail}.' },
  nothing_to_generate: {
    code: '13014',
    status: 422,
    text: 'No row can be generated: {faulty} of {total} rows have errors.',
  },
  source_gone: {
    code: '13015',
    status: 409,
    text: 'This upload was confirmed, discarded or has expired. Upload the file again.',
  },
  source_outdated: {
    code: '13052',
    status: 409,
    text: 'The profile configuration was edited and needs other subscriber data. Upload the file again.',
  },
  nineteen_digits_open: {
    code: '13060',
    status: 409,
    text: 'Say whether the ICCIDs of 19 digits are complete, or their check digit is missing: the numbers speak against the setting of the profile configuration.',
  },
  core_format_unfit: {
    code: '13053',
    status: 409,
    text: 'This file format supports only the algorithm {algorithm}. Choose CSV.',
  },
  faults_present: {
    code: '13016',
    status: 409,
    text: '{faulty} of {total} rows have errors. Leave them out, or upload a corrected file.',
  },
  iccid_taken: { code: '13017', status: 409, text: 'The ICCID {iccid} is not available.' },
  iccid_exists: {
    code: '13018',
    status: 409,
    text: 'The ICCID {iccid} already exists. Generate it again to give it a new activation code.',
  },
  iccids_exceeded: { code: '13061', status: 403, text: '{reason}' },
  batch_finished: { code: '13019', status: 409, text: 'The batch has already finished.' },
  xlsx_damaged: { code: '13043', status: 422, text: 'This Excel workbook cannot be read: {detail}.' },
  pgp_missing: {
    code: '13042',
    status: 422,
    text: 'The file is not encrypted. Encrypt it with PGP, or choose plain text.',
  },
  parsing_too_long: { code: '13020', status: 422, text: 'The file took longer than {seconds} s to read.' },
  code_gone: { code: '13021', status: 404, text: 'This activation code does not exist, or is closed.' },
  no_records: { code: '13022', status: 422, text: 'The file has a header, but no rows. Add a row for each profile.' },

  campaign_name_used: { code: '14101', status: 409, text: 'A campaign named "{name}" already exists.' },
  campaign_unfit: { code: '14102', status: 409, text: 'This is not possible for a campaign that is {state}.' },
  campaign_empty: { code: '14103', status: 409, text: 'Add profiles to the campaign first.' },
  campaign_full: {
    code: '14104',
    status: 409,
    text: 'A campaign can have up to {max} profiles. Add the rest to another campaign.',
  },
  campaign_gone: { code: '14105', status: 404, text: 'This campaign does not exist, or its page is closed.' },
  delivery_sent: { code: '14120', status: 409, text: 'This delivery was already sent, skipped or canceled.' },
  voucher_batch_name_used: { code: '14106', status: 409, text: 'A batch of vouchers named "{name}" already exists.' },
  voucher_page_gone: { code: '14107', status: 404, text: 'This page of vouchers does not exist, or is closed.' },
  voucher_codes_gone: {
    code: '14108',
    status: 404,
    text: 'The codes were deleted {hours} hours after the batch was created. Revoke the batch and create another one.',
  },
  voucher_unfit: { code: '14109', status: 409, text: 'This voucher is already {state}.' },
  vouchers_too_many: {
    code: '14111',
    status: 409,
    text: 'Up to {max} vouchers can be open at a time. Revoke those that nobody will redeem, or wait for their end.',
  },
  voucher_campaign_ended: { code: '14110', status: 409, text: 'This campaign has ended. Choose another one.' },

  comments_too_many: { code: '14150', status: 409, text: 'This {object} has {max} comments, which is the maximum.' },
  mention_hidden: {
    code: '14151',
    status: 409,
    text: '{name} may not see this {object}, and so cannot be mentioned here.',
  },

  rule_name_used: { code: '14130', status: 409, text: 'A rule named "{name}" already exists.' },
  rules_too_many: { code: '14131', status: 409, text: 'Up to {max} rules. Delete one that is not needed.' },

  not_held: { code: '15204', status: 409, text: 'This profile is not on a device.' },
  test_only: { code: '15201', status: 409, text: 'This is possible only for profiles of test devices.' },
  lease_unfit: { code: '15202', status: 409, text: 'This profile cannot be lent: {reason}' },
  lease_over: { code: '15203', status: 409, text: 'This lease has ended.' },
  virtual_phone_in_use: {
    code: '15205',
    status: 409,
    text: 'Another member uses the virtual phone of this enterprise account. It closes after {minutes} minutes at most.',
  },
  virtual_phone_unfit: { code: '15206', status: 409, text: 'This cannot be tried with a virtual phone: {reason}' },
  virtual_phone_tries_used: {
    code: '15207',
    status: 409,
    text: 'A virtual phone can be opened {max} times a day. Try again tomorrow.',
  },
  virtual_phone_busy: { code: '15208', status: 409, text: 'The virtual phone is busy. Wait until it is done.' },
  virtual_phone_closed: { code: '15209', status: 409, text: 'This virtual phone is closed. Open another one.' },
  device_unknown: { code: '15001', status: 409, text: 'The device of this profile is not known yet.' },
  pushes_used: { code: '15101', status: 409, text: 'No EID pushes are left ({used} of {max} used).' },
  group_name_used: { code: '14001', status: 409, text: 'A group named "{name}" already exists.' },
  groups_too_many: { code: '14002', status: 409, text: 'Up to {max} groups. Delete one first.' },
  group_rule_used: {
    code: '14003',
    status: 409,
    text: 'A rule with this condition already assigns profiles to the group "{group}".',
  },
  tag_name_used: { code: '14018', status: 409, text: 'A tag named "{name}" already exists.' },
  tags_too_many: { code: '14019', status: 409, text: 'Up to {max} tags. Delete one first, or merge two.' },
  attribute_word_used: {
    code: '14020',
    status: 409,
    text: 'An attribute with the name "{word}" in queries already exists.',
  },
  attributes_too_many: { code: '14021', status: 409, text: 'Up to {max} attributes. Delete one first.' },
  group_rules_too_many: { code: '14004', status: 409, text: 'Up to {max} rules. Delete one first.' },
  count_differs: {
    code: '13023',
    status: 409,
    text: 'The selection now has {count} profiles. Check it, then try again.',
  },
  core_file_gone: {
    code: '13041',
    status: 409,
    text: 'The core-network file can be downloaded once, within 24 hours after the range was generated.',
  },
  keys_erased: {
    code: '13025',
    status: 409,
    text: 'The keys of this profile were erased after its installation.',
  },
  undo_gone: { code: '13024', status: 409, text: 'This can no longer be undone.' },
  plan_refused: {
    code: '16001',
    status: 403,
    text: "The current subscription has expired or the plan doesn't support the operation{reason}",
  },
  plan_none: {
    code: '16002',
    status: 403,
    text: "You don't subscribe to any Plan, please contact admin to order.{reason}",
  },
  trial_used: {
    code: '16004',
    status: 409,
    text: 'The free trial is offered once per person and once per company. Contact us to ask for another one.',
  },
  order_price_changed: {
    code: '16005',
    status: 409,
    text: 'The price has changed since it was shown. Check it, then order again.',
  },
  order_not_open: { code: '16006', status: 409, text: 'This order is {state}, so this is no longer possible.' },
  order_waiting: {
    code: '16007',
    status: 409,
    text: 'Order {code} already starts when the current period ends. Upgrade, or wait until it has started.',
  },
  order_pending: {
    code: '16008',
    status: 409,
    text: 'The bank transfer for order {code} is being checked. Wait until it is confirmed or rejected.',
  },
  order_overdue: {
    code: '16010',
    status: 409,
    text: 'Order {code}, for downloads beyond a plan, is overdue. Pay it first.',
  },
  subscription_none: { code: '16009', status: 409, text: 'There is no plan that renews automatically.' },
  trial_refused: { code: '16003', status: 409, text: 'The free trial can be started once, while no plan is active.' },

  card_not_offered: {
    code: '16020',
    status: 409,
    text: 'Payment by card is not offered here. Choose bank transfer.',
  },
  payment_away: {
    code: '16021',
    status: 503,
    text: 'The payment service is not responding. Nothing was charged. Try again in a minute.',
  },
  transfer_not_offered: {
    code: '16023',
    status: 409,
    text: 'Payment by bank transfer is not offered here. Choose card.',
  },
  nothing_sold: {
    code: '16024',
    status: 409,
    text: 'Plans are not sold on this portal yet: its operator has not set up {missing}.',
  },
  webhook_refused: { code: '16022', status: 400, text: 'This webhook is not accepted: {reason}.' },
  webhooks_full: {
    code: '17201',
    status: 409,
    text: 'The plan has {max} webhook endpoints. Delete one first.',
  },
  webhook_off: {
    code: '17202',
    status: 409,
    text: 'This webhook endpoint is turned off. Turn it on first.',
  },
  visit_read_only: {
    code: '18101',
    status: 403,
    text: 'You are visiting this enterprise account: you can view it, but not change it.',
  },
  visit_hidden: {
    code: '18102',
    status: 403,
    text: 'Activation codes, files and keys are hidden while you visit this enterprise account.',
  },

  signature_headers: {
    code: '17101',
    status: 401,
    text: 'The header {name} is missing or malformed. A call is signed with AccessKey, Timestamp, RequestID and Signature.',
  },
  signature_wrong: { code: '17102', status: 401, text: 'The AccessKey is not known, or the Signature is wrong.' },
  timestamp_off: {
    code: '17103',
    status: 401,
    text: 'The Timestamp is more than {minutes} minutes from the time of the server, which is {now}.',
  },
  request_id_used: { code: '17104', status: 409, text: 'This RequestID was already used. Each call needs a new one.' },
  calls_too_many: {
    code: '17105',
    status: 429,
    text: 'The plan {plan} allows {max} calls per second. Try again in {seconds} second.',
  },
  configuration_unknown: { code: '17106', status: 404, text: 'No profile configuration is named "{name}".' },
  iccid_unavailable: { code: '17107', status: 404, text: 'The ICCID {iccid} is not available.' },
  credentials_too_many: {
    code: '17108',
    status: 409,
    text: 'Up to {max} open API credentials can be in use. Revoke one first.',
  },
  credential_revoked: { code: '17109', status: 409, text: 'This credential is revoked.' },
  secrets_too_many: {
    code: '17110',
    status: 409,
    text: 'Two secrets of this credential are in use. End the previous one first.',
  },
  credential_by_admin: {
    code: '17112',
    status: 403,
    text: 'Only owners and admins can generate secrets of the open API.',
  },
  operators_too_many: {
    code: '17301',
    status: 409,
    text: 'Up to {max} certificates can be registered for ES2+. Remove one first.',
  },
  certificate_registered: {
    code: '17302',
    status: 409,
    text: 'This certificate is already registered. Use another one.',
  },
  certificate_proven: { code: '17305', status: 409, text: 'The key of this certificate is already proven.' },
  challenge_expired: {
    code: '17306',
    status: 409,
    text: 'The challenge has expired. Generate a new one and sign that.',
  },
  certificate_displaced: {
    code: '17307',
    status: 409,
    text: 'Another enterprise account has proven that it has the key of this certificate. Remove the certificate here.',
  },
  operator_by_admin: {
    code: '17303',
    status: 403,
    text: 'Only owners and admins can register certificates for ES2+.',
  },
  order_refused: { code: '17304', status: 409, text: '{subject}/{reason}: {message}' },
  profile_unfit: { code: '17111', status: 409, text: 'The profile {iccid} cannot be changed: {reason}' },

  not_by_transfer: {
    code: '16030',
    status: 409,
    text: 'This order is not paid by bank transfer.',
  },
  transfer_not_open: {
    code: '16031',
    status: 409,
    text: 'This order is {state}, so its bank transfer cannot be confirmed or rejected. If money has arrived for it that is not recorded, return it at the bank, or order the plan for the client again and confirm that order.',
  },
  transfer_without_place: {
    code: '16032',
    status: 409,
    text: 'Another order has replaced this one, so it cannot start. Nothing was changed. Return the money at the bank, and reject the transfer.',
  },

  key_unknown: {
    code: '17001',
    status: 401,
    text: 'This API key is not valid. Send the whole key, as it was shown when it was created.',
  },
  key_expired: { code: '17002', status: 401, text: 'This secret of the API key "{name}" has expired or was ended.' },
  key_revoked: { code: '17003', status: 401, text: 'The API key "{name}" was revoked.' },
  key_creator_gone: {
    code: '17004',
    status: 401,
    text: 'The API key "{name}" acts for a member who is no longer an active member of the enterprise account.',
  },
  key_address: { code: '17005', status: 403, text: 'The API key "{name}" may not be used from the address {address}.' },
  key_closed: { code: '17006', status: 403, text: 'This call is not open to API keys.' },
  key_scope: {
    code: '17007',
    status: 403,
    text: 'The API key "{name}" lacks the scope {scopes}, or its creator no longer has this permission.',
  },
  keys_too_many: {
    code: '17010',
    status: 409,
    text: 'An enterprise account can have up to {max} API keys. Revoke one first.',
  },
  key_ended: { code: '17011', status: 409, text: 'This API key was revoked. Create a new one.' },
  key_secrets_live: {
    code: '17012',
    status: 409,
    text: 'This API key already has {max} valid secrets. End one of them first.',
  },
  key_service: {
    code: '17013',
    status: 403,
    text: 'Only an owner or admin can create, change and revoke service keys.',
  },
  key_foreign: {
    code: '17014',
    status: 403,
    text: 'A personal key acts for the member who created it. Only this member can change it.',
  },
  dry_run_none: {
    code: '17020',
    status: 400,
    text: 'This call has no dry run, so it was not made. Leave out the header X-Dry-Run to make it.',
  },
  device_code_unknown: {
    code: '17016',
    status: 404,
    text: 'No sign-in is waiting for this code: it is wrong, was already used, or is older than 10 minutes. Check it, or run simwright login --device again.',
  },
  secret_ended: { code: '17015', status: 409, text: 'This secret has already ended.' },

  invalid: { code: '19400', status: 400, text: 'Please check the information in the form.' },
  forbidden: { code: '19403', status: 403, text: 'You do not have permission to do this.' },
  not_found: { code: '19404', status: 404, text: 'Not found.' },
  method_not_allowed: { code: '19405', status: 405, text: 'This method is not allowed here.' },
  conflict: { code: '19409', status: 409, text: 'Another request has already done this, or is doing it now.' },
  changed_meanwhile: {
    code: '19412',
    status: 409,
    text: 'Someone else changed this in the meantime. Reload, then edit again.',
  },
  too_large: { code: '19413', status: 413, text: 'The request is too large.' },
  media_type: { code: '19415', status: 415, text: 'This content type is not accepted here.' },
  too_many: { code: '19429', status: 429, text: 'Too many requests. Try again in {seconds} seconds.' },
  internal: {
    code: '19500',
    status: 500,
    text: 'Something went wrong on our side. Quote the request ID {requestId} when you write to us.',
  },
  streams_too_many: {
    code: '19430',
    status: 429,
    text: 'Up to {max} pages can show live changes at once. Close some of them.',
  },
  outcome_unknown: {
    code: '19504',
    status: 504,
    text: 'The connection to the database was lost while this was being saved: either all of it was saved, or nothing. {advice}',
  },
  database_away: {
    code: '19506',
    status: 503,
    text: 'The database cannot be reached at the moment. Try again in {seconds} seconds.',
  },
  disk_full: {
    code: '19505',
    status: 503,
    text: 'The disk of the database is full. Nothing was saved. Try again later.',
  },
  disk_short: {
    code: '19507',
    status: 507,
    text: 'The disk is nearly full, so files cannot be uploaded at the moment. Try again later.',
  },
  busy: {
    code: '19508',
    status: 503,
    text: 'The server is busy. Try again in a few seconds.',
  },
  upload_too_slow: { code: '19509', status: 408, text: 'The file arrived too slowly. Upload it again.' },
  unavailable: { code: '19503', status: 503, text: 'The service is not ready. Try again in a moment.' },
} as const satisfies Record<string, { code: `${number}`; status: number; text: string }>

export type ProblemName = keyof typeof problems

/** A fault of the input: `path` is the field (`hplmn.0.plmn`), `rule` a stable name, `text` for the user. */
export type Fault = { path: string; rule: string; text: string }

/** An error of the table. `values` fill the placeholders of its text; `faults` name the wrong fields. */
export class Problem extends Error {
  readonly kind: ProblemName
  readonly code: string
  readonly status: number
  readonly faults: readonly Fault[] | undefined
  /** Further data for the caller, in the envelope's `obj`. */
  readonly detail: Record<string, unknown> | undefined

  constructor(
    kind: ProblemName,
    values: Record<string, string | number> = {},
    more: { faults?: readonly Fault[]; detail?: Record<string, unknown>; cause?: unknown } = {},
  ) {
    const entry = problems[kind]
    super(fillText(entry.text, values), more.cause === undefined ? undefined : { cause: more.cause })
    this.name = 'Problem'
    this.kind = kind
    this.code = entry.code
    this.status = entry.status
    this.faults = more.faults
    this.detail = more.detail
  }
}
