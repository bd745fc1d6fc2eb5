/** A module whose SQL reads tables of others, and why no function of their owner does it. */
export type ForeignRead = { by: string; tables: readonly string[]; because: string }

/**
 * The only reads of tables of other modules. A table's owner publishes the rest as functions of its `service.ts`, or as
 * pieces of SQL such as `nameOfUser`, `nameOfEnterprise` and `limitGroupsOf`.
 */
export const FOREIGN_READS: readonly ForeignRead[] = [
  { by: 'db', tables: ['platform'], because: 'a new database is one without a platform, before any module is open' },
  { by: 'db', tables: ['enterprise'], because: 'deletes old rows of every account, each by a range of its key' },
  { by: 'demo', tables: ['sealed_key'], because: 'whether a data folder was used before, without opening its keys' },
  {
    by: 'jobs',
    tables: ['batch', 'code_file', 'mail_message', 'operation'],
    because: 'one count of all unfinished work, once a minute',
  },
  {
    by: 'metrics',
    tables: ['batch', 'code_file', 'mail_message', 'operation', 'rollup_queue'],
    because: 'ages and counts of unfinished work in one statement, below the modules',
  },

  // platform
  {
    by: 'platform/audit',
    tables: ['member_directory'],
    because: 'an entry about a person goes into each of their logs',
  },
  {
    by: 'platform/approval',
    tables: ['enterprise', 'enterprise_role', 'member', 'user_account'],
    because: 'who may approve is decided by roles of members, and a day is one on the clock of the account',
  },
  {
    by: 'platform/notices',
    tables: ['member', 'enterprise_role', 'user_account'],
    because: 'recipients are members by permission, with their address, choices and time zone, in one statement',
  },
  {
    by: 'platform/plans',
    tables: ['enterprise', 'member'],
    because: 'the plan in force is read with the state of its account, and the member limit ranks the rows of members',
  },
  { by: 'platform/white-label', tables: ['platform'], because: 'locks and reads the platform whose hosts it changes' },
  { by: 'platform/brand', tables: ['smdp_host'], because: 'the registry of platforms in memory contains their hosts' },

  // profiles
  {
    by: 'profiles/applets',
    tables: ['enterprise', 'profile_configuration', 'profile_configuration_version'],
    because: 'which current versions have an applet, counted over all configurations of a platform in one statement',
  },
  {
    by: 'profiles/configurations',
    tables: ['profile'],
    because: 'counts up to a cap in indexes of profiles, per version of a page of versions',
  },
  {
    by: 'profiles/fleet',
    tables: [
      'profile',
      'activation_code',
      'download_order',
      'order_attempt',
      'profile_event',
      'profile_place',
      'profile_trait',
      'profile_trait_index',
    ],
    because:
      'it is the reading side of the lifecycle: pages, filters and counts over a million profiles, by plans that tests assert',
  },
  {
    by: 'profiles/fleet',
    tables: ['profile_configuration', 'profile_group', 'tag', 'current_count', 'program'],
    because: 'a page of profiles has the names of what they refer to, and its filters accept these names',
  },
  {
    by: 'profiles/groups',
    tables: ['current_count', 'profile_configuration'],
    because: 'the list of groups has counts, and a rule the name of its configuration, in the statement of the list',
  },
  {
    by: 'profiles/lifecycle',
    tables: ['enterprise', 'pool', 'pool_member'],
    because:
      'the lock of a code includes its pool in the order that excludes deadlocks; ICCIDs return only to accounts that exist',
  },
  {
    by: 'profiles/pools',
    tables: ['profile', 'activation_code', 'download_order'],
    because: 'a device claims a profile of a pool together with its code and order by one statement with skip locked',
  },
  {
    by: 'profiles/rollup',
    tables: ['profile_event', 'rollup_queue', 'enterprise'],
    because: 'counters are made of the queue and compared with the events of whole accounts',
  },
  {
    by: 'profiles/rollup',
    tables: ['notice_threshold', 'threshold_crossing'],
    because: 'success rates of all accounts are compared with their own thresholds in one statement',
  },
  {
    by: 'profiles/rollup',
    tables: ['profile_configuration'],
    because: 'a notification of a success rate has the name of the configuration',
  },
  {
    by: 'profiles/source',
    tables: ['iccid_directory', 'profile', 'profile_configuration'],
    because: 'the rows of an uploaded file are compared with all ICCIDs and IMSIs in parts of 500',
  },

  // provisioning
  {
    by: 'provisioning/block',
    tables: ['device', 'profile', 'tac'],
    because: 'the effect of a rule is counted over devices and profiles by their TAC',
  },
  {
    by: 'provisioning/campaigns',
    tables: ['pool', 'pool_device', 'pool_member', 'pool_past', 'pool_refusal'],
    because: 'a campaign is a pool with a page: its figures and lists are one statement over both',
  },
  {
    by: 'provisioning/campaigns',
    tables: ['activation_code', 'activation_code_directory', 'profile', 'tac'],
    because:
      'figures by device and hour over all profiles of a campaign; its public page reads code, pool and texts at once',
  },
  {
    by: 'provisioning/campaigns',
    tables: ['enterprise', 'profile_configuration', 'profile_configuration_version'],
    because: 'the public page shows the provider of the current version, on the platform of the account',
  },
  {
    by: 'provisioning/campaigns',
    tables: ['notice_threshold', 'threshold_crossing'],
    because: 'campaigns of all accounts that run low are found by one statement with their own thresholds',
  },
  {
    by: 'provisioning/campaigns',
    tables: ['voucher'],
    because: 'profiles that someone got for a voucher are left out where a campaign is filled, in the same statement',
  },
  {
    by: 'provisioning/delivery',
    tables: ['voucher'],
    because: 'the next free code for an e-mail is none that someone got for a voucher',
  },
  {
    by: 'provisioning/leaks',
    tables: ['activation_code', 'enterprise', 'profile', 'profile_event'],
    because: 'devices and networks of many codes are counted from their events by one statement',
  },
  {
    by: 'provisioning/rules',
    tables: ['profile', 'profile_event', 'profile_trait'],
    because: 'events are compared with rules by the thousand, with what their profiles have, by one statement',
  },
  {
    by: 'provisioning/rules',
    tables: ['batch', 'batch_row', 'operation', 'profile_place'],
    because:
      'the ends of batches are events, with the groups of their profiles and the depth of the rule that began them',
  },
  {
    by: 'provisioning/rules',
    tables: ['enterprise', 'enterprise_role', 'member', 'user_account'],
    because: 'the rights of the owner of a rule are read by one statement each time it acts',
  },
  {
    by: 'provisioning/rules',
    tables: ['attribute', 'profile_configuration', 'profile_group', 'tag'],
    because: 'the names of what rules refer to, and whether it still exists, are read by one statement',
  },
  {
    by: 'provisioning/vouchers',
    tables: ['campaign', 'profile'],
    because: 'a page of batches has the names of campaigns, and a page of vouchers the ICCIDs of profiles',
  },
  {
    by: 'provisioning/delivery',
    tables: ['activation_code', 'activation_code_directory', 'profile', 'profile_configuration'],
    because: 'codes of a selection with what is printed on them, read in chunks of thousands',
  },
  {
    by: 'provisioning/delivery',
    tables: ['enterprise'],
    because: 'the public page of a code is read with its platform, for visitors without a tenant',
  },
  {
    by: 'provisioning/delivery',
    tables: ['campaign'],
    because: 'the code of a campaign is inspected like that of a profile',
  },
  {
    by: 'provisioning/delivery',
    tables: ['mail_message'],
    because: 'the list of mailed codes has the state of each mail',
  },
  {
    by: 'provisioning/generate',
    tables: ['activation_code', 'iccid_directory', 'profile'],
    because: 'a chunk of a batch is compared with existing ICCIDs and profiles before it is written',
  },
  {
    by: 'provisioning/generate',
    tables: ['profile_configuration', 'profile_configuration_version', 'source'],
    because: 'a batch is listed and continued with its configuration, pinned version and file',
  },
  {
    by: 'provisioning/generate',
    tables: ['operation_row'],
    because: 'generating again opens the confirmation codes that its operation has sealed in the rows',
  },
  {
    by: 'provisioning/lease',
    tables: ['profile'],
    because: 'the list of leases has ICCID and status, and is searched by ICCID',
  },
  {
    by: 'provisioning/operations',
    tables: ['pool', 'pool_member', 'profile', 'profile_group', 'tag', 'attribute'],
    because:
      'a selection becomes rows by one insert from a select over up to a million profiles; an operation has the name of its group, tag or attribute',
  },
  {
    by: 'provisioning/phone',
    tables: ['activation_code', 'profile', 'profile_configuration_version', 'profile_key'],
    because: 'what a virtual phone needs of the tried profile, in one statement',
  },
  {
    by: 'provisioning/pushes',
    tables: ['activation_code', 'download_order', 'profile', 'profile_configuration'],
    because:
      'the list has the ICCID, its suggestions are an index range of waiting profiles, and a sweep joins the states of orders',
  },
  {
    by: 'provisioning/recycle',
    tables: ['activation_code', 'download_order', 'profile', 'profile_configuration_version'],
    because: 'a profile is recycled by the rule of its pinned version; what is due is a range of an index of profiles',
  },
  {
    by: 'provisioning/recycle',
    tables: ['enterprise', 'iccid_directory'],
    because: 'messages of cards arrive without a tenant, which is found by the ICCID; staff filter them by account',
  },
  {
    by: 'provisioning/samples',
    tables: ['profile', 'profile_event'],
    because: 'counts what sample data has left in the counters',
  },
  {
    by: 'provisioning/smdp',
    tables: [
      'activation_code',
      'activation_code_directory',
      'bound_package',
      'iccid_directory',
      'linked_order_directory',
    ],
    because: 'a call of a device finds its tenant, code and package in prepared statements of the hot path',
  },
  {
    by: 'provisioning/smdp',
    tables: [
      'profile',
      'profile_configuration',
      'profile_configuration_version',
      'profile_key',
      'supplied_package',
      'tac',
    ],
    because:
      'the locked code is read with the pinned version, the sealed keys and the model of the device, in one statement',
  },
  {
    by: 'provisioning/smdp',
    tables: ['batch', 'enterprise', 'member'],
    because:
      'a package that cannot be built is reported to the active makers of its version and batch; the host is that of the platform',
  },
  { by: 'provisioning/tac', tables: ['device'], because: 'names the devices of all accounts when a TAC becomes known' },

  // people
  {
    by: 'people/behavior',
    tables: ['profile', 'batch'],
    because: 'recent items of a limited member are shown only if row security shows their rows',
  },
  {
    by: 'people/accounts',
    tables: ['user_account', 'member', 'member_directory', 'enterprise'],
    because:
      'its subject is the user, whom tenancy only writes: sign-in by address, tokens joined with their user, deletion',
  },
  {
    by: 'people/accounts',
    tables: ['mail_message', 'user_identity', 'user_session'],
    because: 'the export and the deletion of a person contain what other modules store about them',
  },
  {
    by: 'people/clients',
    tables: ['enterprise', 'enterprise_role', 'member', 'member_directory', 'user_account'],
    because: 'staff list and search all accounts by name, address and domain, page by page',
  },
  {
    by: 'people/clients',
    tables: ['iccid_count', 'iccid_directory', 'plan_order', 'profile', 'sso_domain_directory', 'user_session'],
    because: 'filters of the same list, and claims of an ICCID range over all accounts',
  },
  {
    by: 'people/enterprises',
    tables: ['enterprise', 'enterprise_role', 'member', 'member_directory', 'user_account', 'user_session'],
    because: 'the switch between accounts joins membership, role and session; due accounts are locked with skip locked',
  },
  { by: 'people/enterprises', tables: ['profile'], because: 'what a deletion would delete, counted up to a cap' },
  {
    by: 'people/moves',
    tables: ['batch', 'enterprise', 'enterprise_role', 'member', 'operation', 'program', 'user_account'],
    because:
      'an archive has the names of all people of an account, and an import looks for the same account and people',
  },
  {
    by: 'people/moves',
    tables: ['activation_code_directory', 'iccid_directory'],
    because: 'an import refuses ICCIDs that are taken, and replaces matching IDs that are',
  },
  { by: 'people/moves', tables: ['sso_connection'], because: 'counts what does not move, with what follows below' },
  {
    by: 'people/oauth',
    tables: ['member', 'enterprise_role'],
    because: 'state of a member and name of a role at each single sign-on',
  },
  {
    by: 'people/sessions',
    tables: ['user_account', 'member', 'enterprise', 'enterprise_role', 'platform'],
    because: 'each call reads session, user, membership, role and account in one prepared statement',
  },
  {
    by: 'people/team',
    tables: ['member', 'enterprise', 'enterprise_role', 'user_account', 'member_directory'],
    because:
      'its subject is members, whom tenancy only writes: list, sort and search by name, locks of owners and invitations',
  },
  { by: 'people/team', tables: ['profile_group'], because: 'locks the groups of a limit against deletion' },

  // programs
  {
    by: 'programs/calls',
    tables: ['enterprise'],
    because: 'calls of accounts that were deleted meanwhile are left out by the insert',
  },
  {
    by: 'programs/keys',
    tables: ['enterprise', 'enterprise_role', 'member', 'user_account'],
    because: 'each call with a key reads its creator, role and account in one prepared statement',
  },
  {
    by: 'programs/open-api',
    tables: ['enterprise', 'program', 'profile'],
    because:
      'each call reads credential, name and state of the account in one prepared statement, and the status of one profile',
  },
  {
    by: 'programs/es2plus',
    tables: ['enterprise', 'program', 'profile', 'iccid_directory'],
    because:
      'each call reads operator, name and account in one prepared statement; an order takes a profile of the stock',
  },
  {
    by: 'programs/es2plus',
    tables: ['device_message', 'profile_configuration', 'profile_configuration_version'],
    because: 'a callback reports what the device sent, and the profile type of the configuration',
  },
  {
    by: 'programs/webhooks',
    tables: ['profile_event', 'profile_configuration'],
    because: 'messages of up to 100 events get the number of installations and the names in one statement',
  },

  // money
  { by: 'money/discounts', tables: ['plan_order'], because: 'the uses of a code have the numbers of their orders' },
  {
    by: 'money/invoices',
    tables: ['plan_order', 'enterprise'],
    because: 'an invoice copies order and recipient, and orders without an invoice are found by one statement',
  },
  { by: 'money/orders', tables: ['plan_order'], because: 'the recipient of the last order is the default of the next' },
  {
    by: 'money/renewal',
    tables: ['plan', 'plan_order', 'notice_threshold', 'threshold_crossing'],
    because: 'due renewals and used-up plans of all accounts are found by one statement each',
  },
  {
    by: 'money/staff-orders',
    tables: ['plan_order', 'enterprise'],
    because: 'staff list and filter the orders of all accounts',
  },
  { by: 'money/stripe', tables: ['plan_order', 'enterprise'], because: 'a payment is locked together with its order' },
  { by: 'money/transfers', tables: ['plan_order'], because: 'proofs belong to the state of their order' },

  // insight
  {
    by: 'insight/comments',
    tables: ['batch', 'campaign', 'plan_order', 'profile'],
    because: 'one statement says whether the caller sees the object of a comment, of any kind, and its name',
  },
  {
    by: 'insight/admin',
    tables: ['enterprise', 'plan_order', 'rollup', 'process_minute', 'backup_run'],
    because: 'figures of all accounts over time, each one aggregate',
  },
  {
    by: 'insight/home',
    tables: ['profile', 'profile_configuration', 'rollup'],
    because: 'the steps of the guide are four `exists` in one statement',
  },
  {
    by: 'insight/reports',
    tables: ['profile_event', 'profile_place', 'rollup'],
    because: 'a report joins events and counters of up to a million profiles in one statement',
  },
  {
    by: 'insight/search',
    tables: ['batch', 'profile', 'profile_configuration'],
    because: 'the first matches of each index, for the palette while one types',
  },
]

/** Reads against the order of the areas: each is to be turned around, none may be added. */
export const LATER_READS: readonly ForeignRead[] = [
  {
    by: 'platform/approval',
    tables: ['api_key', 'es2plus_operator', 'open_api_credential', 'rule', 'user_identity'],
    because: 'a request names the key or rule, and nobody approves for a program or account of their own',
  },
  {
    by: 'platform/outbox',
    tables: ['webhook_endpoint'],
    because: 'an event is written only while an endpoint wants it, decided by the insert itself',
  },
  {
    by: 'platform/plans',
    tables: ['download_order', 'iccid_count', 'profile', 'profile_configuration', 'sso_domain_directory'],
    because: 'what a plan limits is counted where the limit is, and a trial is once for each verified domain',
  },
  { by: 'profiles/configurations', tables: ['batch', 'campaign'], because: 'where a configuration is used' },
  {
    by: 'profiles/fleet',
    tables: ['batch', 'campaign', 'code_leak', 'comment', 'rule'],
    because: 'a page of profiles has the names of batch and campaign, and an event that of the rule that caused it',
  },
  {
    by: 'provisioning/rules',
    tables: ['api_key', 'api_key_secret'],
    because: 'the rights of the key that saved a rule are read with those of its owner, in the same statement',
  },
  {
    by: 'people/moves',
    tables: ['api_key', 'es2plus_operator', 'open_api_credential', 'report_schedule'],
    because: 'counts what does not move, for the report of an import, in one statement',
  },
  {
    by: 'profiles/source',
    tables: ['batch'],
    because: 'an expired upload is not deleted while a batch reads it, decided by the delete itself',
  },
]
