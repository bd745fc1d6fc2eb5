/** A description of each table that one owner writes. */
type Tables = Readonly<Record<string, string>>

/**
 * The tables that each module owns, by area. Only the owner inserts, updates and deletes; other modules call its service.
 * Migrations, triggers, tests and the seed are exempt.
 */
export const MODULE_TABLES: Readonly<Record<string, Tables>> = {
  'platform/tenancy': {
    enterprise_role: 'Roles that an enterprise account made itself, with their permissions.',
    enterprise: 'An enterprise account: name, plan, state, billing data, its demands on sign-in.',
    member: 'A user in an enterprise account, with role and group limit; also an invitation that is not accepted yet.',
    member_directory: 'The enterprise accounts of a user, found before a tenant is known.',
    program: 'Names of programs, by the id that `created_by` and `actor_id` have for what they did.',
    user_account: 'A person: e-mail, password hash, name, state.',
  },
  'platform/brand': { platform: 'A platform (white label): names, colors, hosts, contact and links of its portal.' },
  'platform/white-label': {
    platform_image: 'Icons and logos, checked on upload. A row never changes, so browsers may keep it forever.',
    smdp_host:
      "Every host that a platform's activation codes have named as SM-DP+, without the port; earlier codes stay valid.",
  },
  'platform/providers': { identity_provider: 'An OpenID provider of a platform, with which its users may sign in.' },
  'platform/plans': {
    plan: 'What a plan costs and allows; null is no limit. Platform staff edit the rows.',
    plan_tier: 'Sizes of a plan with more downloads a month, each cheaper than beyond the plan.',
    plan_order: 'An order of a plan or of downloads; as kind BASE what holds while no order is active.',
    plan_use:
      'What was used of an order, in many rows so that downloads do not wait for each other. Only the sum counts.',
    trial_use: 'Who has had the free trial: hashes of addresses and domains, kept when accounts are deleted.',
    order_event: 'The history of an order: what happened, when, by whom.',
    subscription: 'How a plan continues: renewal, cancellation, balance. No row: nothing was ever bought.',
  },
  'platform/legal': {
    legal_text: 'Published versions of terms and privacy policy of a platform.',
    legal_consent: 'Which version a user has accepted, and with which order.',
  },
  'platform/announcements': {
    announcement: 'Messages of platform staff to all signed-in members, at the top of each page and in the bell.',
    announcement_dismissal: 'Who has dismissed which announcement; deleted when its text is edited.',
  },
  'platform/audit': {
    audit_inbox: 'Audit entries as their transactions wrote them, until the worker appends them to the chain.',
    audit_entry: 'The audit log by month: each entry is linked to the one before by its hash, and can only be added.',
    audit_chain: 'The last link of each chain, sealed with a key that is not in the database.',
    audit_checkpoint: 'Up to where the oldest entries of a chain were deleted, or may be.',
  },
  'platform/feedback': { feedback: 'What a user says about the portal, and the answer of staff.' },
  'platform/mail': {
    mail_message: 'Outgoing e-mails with their attempts, by month. The body has links with tokens, so it is sealed.',
  },
  'platform/restores': {
    restore: 'When the database was restored, and when what goes out by itself was released again.',
  },
  'platform/outbox': {
    outbox: 'Facts for webhooks, mails and others, written in the transaction they report, deleted when passed on.',
  },
  'platform/approval': {
    approval_policy:
      'Which operations of an enterprise account need the approval of a second person, and who may approve.',
    approval_request: 'A request for approval: what would be done, by whom, and what became of it.',
    approval_object: 'The profiles of a request as they were when it was made.',
    approval_use: 'What a person did on a day without approval, as far as there is a limit.',
  },
  'platform/notices': {
    notice: 'Notifications of a user. Ids are UUIDv7, so they order by time.',
    notice_choice: 'Where a user wants a kind of notification; only differences from the default.',
    notice_digest: 'Users who get one e-mail a day instead of single ones.',
    notice_threshold: 'Thresholds that differ from the default of their kind.',
    threshold_crossing: 'Levels that a value has crossed and that were notified; deleted when the value recovers.',
  },
  'profiles/lifecycle': {
    profile:
      'One eSIM profile: identifiers, status, current order, place and device. Never deleted; REMOVED is a status.',
    activation_code: 'A code that devices download with: its state, limits of attempts, confirmation code, expiry.',
    activation_code_directory: 'Matching ids and slugs of public pages, found before a tenant is known.',
    download_order: 'A download order of SGP.22: its state, eUICC, attempts and device.',
    order_attempt: 'Attempts of each device at an order that is bound to none; deleted with the order.',
    iccid_count: 'How many ICCIDs without a download an enterprise account holds: the sum of its shards.',
    iccid_directory: 'Who has which ICCID; one row for each, across all enterprise accounts.',
    linked_order_directory: 'Orders that wait for an EID without a matching id, found before a tenant is known.',
    profile_place: 'The group of a profile; a row for each that is not removed, also without a group.',
    profile_trait: 'Tags and attributes of a profile; no row: it never had any.',
    profile_trait_index:
      'A row for each tag and each value of a listed profile, in the order of lists. A trigger of `profile_trait` writes it.',
    bound_package: 'A bound profile package that is kept for retries of one eUICC, sealed under the card key.',
    profile_event:
      'What happened to a profile. Written with the change itself; has no foreign key, since it grows most.',
    rollup_queue:
      'Changes of counters that `rollup` has not yet added: `deltas` has those of one transaction with the same dimensions.',
  },
  'profiles/rollup': {
    rollup: 'Counters by time: buckets of 15 minutes for 60 days, of an hour beyond.',
    current_count: 'How many profiles have each status, device brand and so on now.',
    rollup_state: 'Progress and findings of the work on the counters of an enterprise account.',
  },
  'profiles/pools': {
    pool: 'Profiles under one code: of a campaign, or of a batch whose codes rotate.',
    pool_member: 'A profile in a pool; it is in one at most.',
    pool_past: 'Profiles that a campaign had handed out and that were generated again later, as they were then.',
    pool_device: 'What one device has tried under the code of a pool.',
    pool_refusal: 'Devices that got nothing, with the reason; kept for 12 months.',
    pool_use:
      'What devices took from a campaign, in many rows so that they do not wait for each other. Only the sum counts.',
  },
  'profiles/groups': {
    profile_group: 'A group of profiles. A removed one keeps its row until its profiles have left it.',
    group_default: 'What a group sets for profiles that are generated into it, and for codes that are sent from it.',
    group_rule: 'Rules that put new profiles into groups if their file names none.',
  },
  'profiles/tags': {
    tag: 'A tag of profiles. A removed one keeps its row: profiles lose it in the background, or get the one it was merged into.',
  },
  'profiles/attributes': {
    attribute:
      'An attribute of profiles, with its type. A removed one keeps its row: its values go, or move to the one that replaces it, in the background.',
  },
  'profiles/applets': {
    applet_file:
      'Applet files (CAP, IJC) of an enterprise account, sealed. Versions of configurations name them by SHA-256.',
    platform_applet: 'Applet files that staff supply for a platform, sealed.',
  },
  'profiles/source': {
    source: 'An uploaded file of subscribers: what was found in it, until it is generated or expires.',
    source_column: 'How the files of an enterprise account name the columns.',
    source_part: 'Rows of a file in parts of 500, sealed under the card key.',
    pgp_key: 'OpenPGP key pairs of an enterprise account; the private key is sealed.',
  },
  'profiles/configurations': {
    profile_configuration: 'A profile configuration by name.',
    profile_configuration_version: 'Its fields. A version never changes: an edit adds one, and profiles keep theirs.',
  },
  'provisioning/generate': {
    batch: 'A file, range or single row that is made into profiles with codes, and its progress.',
    batch_row: 'What became of each row of a batch.',
    profile_key: 'All card keys of a profile in one blob, sealed under the card key.',
    supplied_package: 'The supplied profile package (UPP) of a profile, sealed like its keys.',
  },
  'provisioning/erasure': {
    key_erasure: 'How many days after the installation the keys of profiles are erased, and how far that has come.',
  },
  'provisioning/operations': {
    operation: 'An action on many profiles: what was selected, and its progress.',
    operation_row: 'What became of each profile of an operation.',
  },
  'provisioning/campaigns': {
    campaign: 'A campaign: one code for everybody, texts of its page, how it ends.',
    campaign_fill:
      'How far a call that fills a campaign in several transactions has come, so that a repeated one continues.',
  },
  'provisioning/vouchers': {
    voucher_batch: 'Vouchers that were created together for the profiles of a campaign, and their public page.',
    voucher: 'A voucher; of its code there is only an HMAC.',
    voucher_codes: 'The codes of a new batch of vouchers, sealed, for a day.',
    voucher_directory: 'Which batch of vouchers has which page, across all enterprise accounts.',
  },
  'provisioning/leaks': {
    code_leak: 'Activation codes of one profile that many devices or networks try.',
    code_leak_feed: 'How far the events of an enterprise account are compared to find such codes.',
    code_page_network: 'Networks from which the public page of a code was opened; kept for a week.',
  },
  'provisioning/rules': {
    rule: 'A rule: when an event happens, and conditions hold, then do something. A deleted one keeps its row for the log.',
    rule_feed: 'How far the events of an enterprise account are read for its rules.',
    rule_run: 'A match of a rule and an event, and what the rule did; the log of rules.',
  },
  'provisioning/delivery': {
    code_file: 'A file of QR codes or labels of many profiles, written in the background, kept for a day.',
    code_file_left: 'Profiles of a selection whose codes are not in the file, with the reasons.',
    code_file_part: 'The content of such a file, sealed.',
    code_mail: 'Activation codes that were sent by e-mail.',
    code_page: 'How often the public page of a code was opened; no row: never.',
    end_user_page: 'Choices of an enterprise account for public pages and e-mails to end users.',
    planned_delivery: 'Activation codes that are sent at a date, and public pages that open at a date.',
    qr_logo: 'Logos for QR codes. A row never changes.',
    qr_preset: 'Saved looks of QR codes.',
    qr_standard: 'The preset that is used if none is chosen.',
  },
  'provisioning/smdp': {
    device: 'An eUICC that has called the SM-DP+, with what is known of its device.',
    device_message: 'Messages of devices as received, up to 64 KiB each, by month, for 12 months.',
    rsp_session: 'Sessions of ES9+ from AuthenticateClient on.',
    rsp_trial: 'The state of a profile in a try with a virtual phone; the profile itself does not change.',
  },
  'provisioning/smds': {
    smds_event: 'Events that wait at the SM-DS for an eUICC, and the SM-DP+ that registered them.',
    smds_session: 'Sessions of ES11 that are used up, until they expire.',
  },
  'provisioning/pushes': { eid_push: 'A profile that waits for one eUICC, which finds the event at an SM-DS.' },
  'provisioning/phone': {
    virtual_phone: 'A virtual phone with which a member tries a profile; deleted when it is closed.',
    virtual_phone_message: 'What phone, eUICC and SM-DP+ did, in order. Contains no secrets.',
    virtual_phone_day: 'How often an enterprise account has opened a virtual phone, by day in UTC.',
  },
  'provisioning/recycle': {
    recycle_log: 'Steps of each recycling; kept for 12 months.',
    bip_message: 'What arrived at the port of the applets, from any sender.',
  },
  'provisioning/lease': { lease: 'A profile that is lent until a date and then recycled.' },
  'provisioning/block': {
    block_rule: 'Devices that may not download.',
    block_hit: 'What blocked devices tried; kept for 12 months, also without its rule.',
  },
  'provisioning/tac': {
    tac: 'Type allocation codes: brand and model of a device by the first eight digits of its IMEI.',
    tac_table: 'One row: version of the table, and how far devices were named by it.',
    tac_import: 'An uploaded file of TACs that waits for confirmation, for a day.',
    tac_import_line: 'Its lines.',
  },
  'people/accounts': {
    attempt_counter: 'Counters against guessing: counted before the secret is compared.',
    known_device: 'Browsers that a user has signed in with, so that wrong passwords from elsewhere do not delay them.',
    user_token: 'Tokens of links in e-mails; only their SHA-256 is kept.',
  },
  'people/behavior': {
    user_behavior: 'What a user has chosen for a page: columns, filters, views. One row for each module.',
  },
  'people/sessions': { user_session: 'Signed-in browsers, visits of staff, and how each session ended.' },
  'people/security': {
    totp_factor: 'The authenticator app of a user; the last step used is never accepted again (RFC 6238, 5.2).',
    recovery_code: 'Recovery codes of a user, hashed.',
    passkey: 'Passkeys of a user.',
    sign_in_step: 'What waits for a second call: a sign-in after its password, the challenge of a passkey.',
  },
  'people/oauth': {
    user_identity: 'Who a user is at an OpenID provider: issuer and subject.',
    sso_connection: 'Single sign-on of an enterprise account.',
    sso_directory: 'The enterprise account of a connection, found before a tenant is known.',
    sso_domain: 'E-mail domains of an enterprise account, with the proof.',
    sso_domain_directory: 'The enterprise account of a proved domain, found before a tenant is known.',
    sso_test: 'The newest test of a connection by a member, with the tested settings.',
    oauth_flow: 'A visitor who was sent to a provider and has to return with the same browser.',
    oauth_ticket: 'An identity without an account yet: to be signed up, linked or proved by e-mail.',
  },
  'people/enterprises': { enterprise_logo: 'Logos of enterprise accounts. A row never changes.' },
  'people/moves': {
    enterprise_export: 'Archives with which an enterprise account moves to another installation, for three days.',
    enterprise_export_part: 'Their content in parts, sealed.',
    enterprise_arrival: 'From which installation an enterprise account came, and what differs since.',
  },
  'people/invitations': {
    invitation_link: 'Links with which staff invite to sign up, with plan and trial days.',
    invitation_use: 'The link by which an enterprise account came.',
  },
  'people/clients': { client_note: 'Notes of staff about a client, which the client cannot read.' },
  'programs/keys': {
    api_key: 'Keys with which programs call the API.',
    api_key_secret: 'Secrets of a key, hashed; two are valid during a rotation.',
    api_key_directory: 'The enterprise account of a secret, found before a tenant is known.',
    device_sign_in: 'Sign-ins of the command line that wait for approval by a member.',
  },
  'programs/calls': { program_call: 'Calls of programs, masked, by month; deleted after 30 days.' },
  'programs/open-api': {
    open_api_credential: 'Credentials of the open API.',
    access_key_directory: 'The enterprise account of an AccessKey, found before a tenant is known.',
    open_api_request: 'RequestIDs that were used, until their timestamps are refused anyway.',
  },
  'programs/webhooks': {
    webhook_endpoint: 'An address that the portal calls when something happens to profiles.',
    webhook_delivery: 'One event for one endpoint, by month; deleted after 30 days.',
    webhook_attempt: 'Each attempt to deliver it, by the month of the delivery.',
    webhook_arrival: 'What arrived at the receivers that the portal offers for tests.',
  },
  'programs/es2plus': {
    es2plus_operator: 'The client certificate of an operator for ES2+ (SGP.22, 5.3).',
    es2plus_certificate_directory: 'The enterprise account of a certificate, found before a tenant is known.',
    es2plus_call: 'Successful calls with their answers: the same call again gets the same answer.',
    es2plus_progress: 'What an operator is notified of (ES2+.HandleDownloadProgressInfo), by month.',
  },
  'money/stripe': {
    payment: 'A payment by card. The row is written before Stripe is called, so that a repeated call has the same key.',
    payment_directory: 'The payment that an event of Stripe names, found before a tenant is known.',
    stripe_customer: 'What Stripe calls an enterprise account, and its saved card.',
    stripe_event: 'Events of Stripe, each once. Only ids are kept; the current object is fetched.',
  },
  'money/transfers': {
    transfer_proof: 'A proof of a bank transfer that was uploaded for an order.',
    transfer_proof_part: 'Its content in parts, sealed.',
  },
  'money/discounts': {
    discount: 'Discount codes.',
    discount_use: 'The order that used one.',
  },
  'money/invoices': {
    seller: 'Who issues the invoices of a platform.',
    tax_rate: 'Rates in hundredths of a percent, from the start of a day in UTC until the next row of the country.',
    invoice_series:
      'The last number of the series of a platform; locked while an invoice is issued, so that none is missing.',
    invoice: 'Invoices and credit notes. Nothing but the PDF may be added later.',
  },
  'insight/comments': { comment: 'Comments on profiles, batches, campaigns and orders, deleted with their object.' },
  'insight/views': { shared_view: 'Saved views of lists for everyone in an enterprise account.' },
  'insight/reports': {
    saved_report: 'A report by name, with its parameters.',
    report_schedule: 'When a report is made and sent to whom.',
  },
}

/** Tables of shared code, by folder of the server. */
export const SHARED_TABLES: Readonly<Record<string, Tables>> = {
  seal: {
    sealed_key: 'Keys of the installation (signing keys, test issuer), sealed under a key that is not in the database.',
  },
  http: {
    once_request: 'The first outcome of calls that must not happen twice, for 24 hours; the answer is sealed.',
    write_probe: 'The test write of /readyz: each one needs new space on the disk.',
  },
  db: { heartbeat: 'One row: its time in a replica is the time up to which the replica has everything.' },
  jobs: { process_minute: 'What each process counted in a minute; deleted after 30 days.' },
  backup: { backup_run: 'When a backup was completed.' },
}
