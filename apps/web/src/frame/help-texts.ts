import type { pages } from '../paths.ts'

/** The purpose of a page, the steps of its task, and the terms that it uses. */
export type Help = {
  purpose: string
  steps: readonly string[]
  terms: readonly { term: string; text: string }[]
  keys?: readonly { keys: string; text: string }[]
}

const listKeys = [
  { keys: '/', text: 'Go to the search above the list' },
  { keys: '↑ ↓', text: 'Move through the rows and to the previous or next page' },
  { keys: 'Enter', text: 'Open the row' },
] as const

const tickKeys = [
  { keys: 'Space', text: 'Select the row' },
  { keys: 'Shift ↑ ↓', text: 'Select rows as you move' },
  { keys: 'Shift Space', text: 'Select all rows from the last selected one; Shift-click does the same' },
] as const

const terms = {
  ac: {
    term: 'Activation code (AC)',
    text: 'What a phone scans or its user types: the address of the SM-DP+ and a matching ID that names one profile.',
  },
  matchingId: {
    term: 'Matching ID',
    text: 'The secret part of an activation code. Anyone who has it can download the profile.',
  },
  iccid: { term: 'ICCID', text: 'The number of a SIM: 19 or 20 digits, seldom 18. The last one is a check digit.' },
  imsi: { term: 'IMSI', text: 'The number by which the network knows the subscriber, 15 digits.' },
  eid: { term: 'EID', text: 'The number of the chip in the device (eUICC), 32 digits.' },
  smdp: { term: 'SM-DP+', text: 'The server from which devices download profiles.' },
  order: {
    term: 'Order state',
    text: 'Where the download is on the SM-DP+. The status says what the device has done.',
  },
  keys: {
    term: 'Ki and OPc',
    text: 'The secret keys of a subscriber. They are stored encrypted and never shown.',
  },
  role: { term: 'Role', text: 'A named set of permissions. You can grant only permissions that you have.' },
  factor: { term: 'Second factor', text: 'A code from an app, or a passkey, in addition to the password.' },
  stepUp: {
    term: 'Confirm your identity',
    text: 'Sensitive actions ask for your password, code or passkey again after ten minutes.',
  },
} as const

/** Help for every page behind the sign-in. */
export const helpTexts = {
  home: {
    purpose: 'Generate one activation code right away, start with a file, and see what to do next.',
    steps: [
      'Follow the guide: each step says when it is done and leads to the next.',
      'Quick generate creates one profile with its code: choose a configuration, enter ICCID and IMSI, and enter the keys or let the portal generate them.',
      'Batch mode takes a file with up to 1,000,000 subscribers.',
    ],
    terms: [terms.ac, terms.keys],
  },
  fleet: {
    purpose: 'All profiles of your enterprise account, with what their devices reported.',
    steps: [
      'Search by the beginning of an ICCID, IMSI, EID, MSISDN or matching ID; add filters for the rest. They are part of the address, so a link shows the same list.',
      'Open a row for its details: both states, the timeline, and the activation code in every format.',
      'Select rows, or all that match, and open Actions. The dialog names the profiles that cannot be changed. Progress and result appear in the notifications, and most operations can be undone.',
      'Views keep filters and order under a name: your own, and shared ones that everyone in the enterprise account sees. The list can open with a view.',
      'Choose the columns and their order with the button above the table. The portal remembers them.',
    ],
    terms: [terms.iccid, terms.imsi, terms.eid, terms.order, terms.matchingId],
    keys: [
      ...listKeys,
      ...tickKeys,
      { keys: 'J K', text: 'Next and previous profile while one is open' },
      { keys: 'Esc', text: 'Close the drawer or dialog' },
    ],
  },
  generateAc: {
    purpose: 'Turn a file of subscribers into activation codes.',
    steps: [
      'Choose a complete profile configuration.',
      'Download the public key and encrypt your file with it, or upload a plain file. The template has exactly the columns that are needed.',
      'Or generate a range of consecutive numbers with new keys. The range keeper shows which numbers are free. The core-network file can be downloaded once, right afterward.',
      'Check the preview. Rows with errors can be corrected or left out; nothing counts against the plan until you confirm.',
      'Watch the progress, or leave the page: you will find the result file in the notifications and in Logs.',
    ],
    terms: [
      terms.ac,
      terms.keys,
      { term: 'Generate again', text: 'Gives an existing ICCID a new code; the old code stops working.' },
    ],
  },
  configurations: {
    purpose: 'What is in a profile: networks, names, algorithm, and the rules of its download.',
    steps: [
      'Create one for each kind of SIM that you offer.',
      'A configuration must be complete before codes can be generated from it.',
      'Each edit creates a new version; profiles keep the version that they were generated from.',
    ],
    terms: [
      { term: 'HPLMN', text: 'The home network: country code and network code, 5 or 6 digits.' },
      {
        term: 'MILENAGE, TUAK, XOR',
        text: 'How the SIM and the network authenticate each other. XOR is for tests.',
      },
    ],
    keys: listKeys,
  },
  configurationForm: {
    purpose: 'One profile configuration, section by section.',
    steps: [
      'Names and a home network are enough to start.',
      'The section list shows what is still missing.',
      'Save: the new version applies to codes generated from then on.',
    ],
    terms: [
      { term: 'SPN', text: 'The name that the phone shows for the network.' },
      { term: 'OPLMN, FPLMN', text: 'Networks that the phone prefers, or avoids, when roaming.' },
      {
        term: 'Confirmation code',
        text: 'Digits that the user enters before the download. Five wrong entries close the code.',
      },
      { term: 'Re-download', text: 'Another download of the same profile after it was deleted from the device.' },
    ],
  },
  dashboard: {
    purpose: 'What devices did with your codes, over a range of days and right now.',
    steps: [
      'Choose a date range: each main figure is compared with the previous range of the same length.',
      'Click a figure, a bar or a row to open the list behind it.',
      'You can show the trend as a table, and print the page.',
    ],
    terms: [
      { term: 'Growth rate', text: 'Downloads of the last 30 days compared with the previous 30 days.' },
      { term: 'Success rate', text: 'Successful installations among those that succeeded or failed.' },
    ],
  },
  reports: {
    purpose: 'Figures for any period, as a table and a chart: on screen, as a file, on paper or by e-mail.',
    steps: [
      'Choose what the report counts, the date range, and how it is grouped.',
      'Click a number to open the list behind it.',
      'Download it as CSV or XLSX, or print it.',
      'Save it under a name, for yourself or for everyone who may see reports.',
      'Add a schedule to a saved report: it is sent by e-mail every day, week or month.',
    ],
    terms: [
      {
        term: 'Billing period',
        text: 'The period of a purchased plan. Downloads or installations match the number on the invoice.',
      },
      {
        term: 'Group, campaign and configuration',
        text: 'Those of the profile at the time of the event, even if they have changed since.',
      },
    ],
  },
  logs: {
    purpose: 'Every batch with its result, and every event of every profile.',
    steps: [
      'Open a batch to see its rows: each has its code, or the reason why it failed.',
      'The result file has the same data for your own systems.',
      'The profile log shows the requests of devices and the answers, including refusals.',
    ],
    terms: [
      {
        term: 'Subject and reason code',
        text: 'The pair of codes with which the SM-DP+ gives a device the reason for a refusal.',
      },
    ],
    keys: listKeys,
  },
  account: {
    purpose: 'Your name, your time zone, your data, and deleting your account.',
    steps: [
      'The portal shows all times in this time zone.',
      'Download the data stored about you as a file.',
      'An account is deleted after a grace period, in which you can change your mind.',
    ],
    terms: [],
  },
  changePassword: {
    purpose: 'Set a new password.',
    steps: ['Enter your current password, then the new one twice.', 'All your other sessions end.'],
    terms: [],
  },
  security: {
    purpose: 'How you sign in: password, authenticator app, passkeys and linked accounts.',
    steps: [
      'Set up an authenticator app, or a passkey, as a second factor.',
      'Store the recovery codes where you can reach them without your phone. Each works once.',
      'A passkey can also replace the password.',
    ],
    terms: [terms.factor, terms.stepUp],
  },
  secondFactor: {
    purpose: 'Set up a second factor. Your other pages open only after that.',
    steps: [
      'Add a passkey, or scan the QR code with an authenticator app.',
      'Store the recovery codes where you can reach them without your phone. Each works once.',
      'The page that you wanted then opens.',
    ],
    terms: [terms.factor],
  },
  sessions: {
    purpose: 'Where you are signed in.',
    steps: [
      'End any session that you do not recognize, then change your password.',
      'A session ends automatically after two hours of inactivity.',
    ],
    terms: [],
  },
  members: {
    purpose: 'Who works in this enterprise account, and with which role.',
    steps: [
      'Invite several people at once: paste their addresses and choose a role.',
      'You can resend an invitation, and deactivate or reactivate a member.',
      'A new role applies immediately, also on open pages.',
      'Select several members to change them together; you see the outcome for each. The list can be exported as CSV.',
    ],
    terms: [terms.role, terms.factor],
  },
  roles: {
    purpose: 'What members may see and do.',
    steps: [
      'Open a built-in role to see its permissions; copy it to create your own.',
      'Select permissions; the ones they depend on are added automatically.',
      'A role that members have cannot be deleted.',
    ],
    terms: [terms.role, terms.stepUp],
  },
  sso: {
    purpose: "Let members sign in with your company's identity provider.",
    steps: [
      'Register the portal with your provider, using the redirect URI shown here.',
      'Verify your mail domain with a TXT record.',
      'Enter the settings of the provider and test the sign-in.',
      'You can then turn on single sign-on, and require it.',
    ],
    terms: [
      { term: 'Issuer', text: 'The address of the provider, as its OpenID Connect settings name it.' },
      { term: 'TXT record', text: 'A DNS entry of your domain, which only its owner can create.' },
    ],
  },
  subscription: {
    purpose: 'What the plan of your enterprise account allows, how much of it is used, and the orders.',
    steps: [
      'The bars show your usage. Each code counts once, at its first download. Retries and re-downloads are free, and a failed installation is credited back.',
      'Start the free trial: a dialog says what it includes and when it ends automatically.',
      'When a plan ends, whatever exceeds the limits is frozen, not deleted.',
    ],
    terms: [{ term: 'Re-download', text: 'The same code used again after the profile was deleted from the device.' }],
  },
  enterprise: {
    purpose: 'Name, address, billing data and logo of the enterprise account, and how to leave or delete it.',
    steps: [
      'Billing data appears on invoices.',
      'The time zone applies to members who have not chosen one.',
      'An owner can delete it: for two weeks, nothing can be downloaded and the deletion can be canceled; then it is permanent.',
    ],
    terms: [],
  },
  audit: {
    purpose: 'Every change in this enterprise account: who made it, when, from where, and the values before and after.',
    steps: [
      'Filter the list by person, action, object or time; the filter is part of the address.',
      'Open an entry to see what it changed.',
      'Verify the log: every entry is checked against its hash, and the first mismatch is shown.',
    ],
    terms: [
      {
        term: 'Hash',
        text: 'A keyed hash of the entry and of the previous hash. Someone who alters an entry cannot recompute it.',
      },
    ],
    keys: listKeys,
  },
  campaigns: {
    purpose: 'One activation code for many people: at an event, on a poster, in every box.',
    steps: [
      'Create a draft: its configuration, its period, how many profiles it hands out, and how many each device can get.',
      'Add profiles from a batch, a group or a Fleet filter. While they are in the campaign, their own activation codes do not work.',
      'Start it, print its QR code or share the link of its public page, and watch the counters.',
      'When it ends, unused profiles return to their own codes. The report lists each profile that was handed out.',
    ],
    terms: [
      {
        term: 'Being downloaded',
        text: 'Reserved for a device that has started its download. If it does not continue within ten minutes, the next device gets the profile.',
      },
      {
        term: 'Per device',
        text: 'A device is identified by its EID. If it tries again before it has finished, it gets the same profile.',
      },
    ],
    keys: listKeys,
  },
  approvals: {
    purpose: 'Operations that someone wants to do and a second person must approve first.',
    steps: [
      'Open a request that waits: it says what would be done, by whom, and to which profiles.',
      'Approve or refuse it, with a comment. Nobody decides about their own request.',
      'The work starts after the time that your enterprise account has set. Until then it can be withdrawn.',
      'What only the requester can use, such as a new API key, is repeated by the requester.',
    ],
    terms: [
      {
        term: 'Fixed list',
        text: 'The profiles of a request. If one of them changes before the work starts, nothing is done.',
      },
    ],
    keys: listKeys,
  },
  rules: {
    purpose: 'When something happens to a profile, or does not happen in time, the portal does what a rule says.',
    steps: [
      'Create a rule: the events, the conditions, and what to do then. The sentence says what it will do.',
      'Try it with the last 30 days: it lists what it would have acted on, and changes nothing.',
      'Save it. It acts on what happens from then on, with your rights.',
      'Open it to see what it did. Pause it at any time.',
    ],
    terms: [
      {
        term: 'Limit per hour',
        text: 'The most profiles that a rule acts on within an hour. The rest waits, and you are notified.',
      },
      {
        term: 'Stopped',
        text: 'A rule stops if its owner leaves or loses a permission, or if something that it refers to is deleted.',
      },
    ],
    keys: listKeys,
  },
  vouchers: {
    purpose: 'Printed or sold codes, each of which a person redeems once for a profile of a campaign.',
    steps: [
      'Create a batch: the campaign that has the profiles, how many vouchers, until when.',
      'Download the codes within 24 hours and print them, as text or as the QR code of their link.',
      'A person enters the code on the page of the batch and gets the page of a profile, with its own activation code.',
      'Revoke a lost voucher, or all of a batch. The report lists who got what, without codes.',
    ],
    terms: [
      {
        term: 'Check character',
        text: 'The last character of a code. With it the page notices a mistyped code at once, without counting it as a guess.',
      },
      {
        term: 'Wrong codes',
        text: 'Codes without a typing error that no voucher has: someone guesses. Each address has few attempts.',
      },
    ],
    keys: listKeys,
  },
  lease: {
    purpose: 'Which profiles are lent to whom, and until when.',
    steps: [
      'Lend an available profile: choose the ICCID, the borrower and the end. Open the profile for its activation code.',
      'Extend a lease, or end it now.',
      'When it ends, the profile is recycled: the activation code ends, and the profile is in stock until it is generated again.',
      'A profile on a device must be deleted there; the device has up to 7 days to confirm.',
    ],
    terms: [terms.iccid, terms.ac],
    keys: listKeys,
  },
  tacs: {
    purpose: 'The brand and model of each TAC, as Fleet and the dashboards show them.',
    steps: [
      'Search by the beginning of a TAC, a brand or a model.',
      'Import a CSV file with the columns TAC, BRAND and MODEL. A preview shows what is new, what changes and which lines are invalid. Then apply all of it at once.',
      'Devices with a previously unknown TAC get their brand in the background.',
    ],
    terms: [
      {
        term: 'TAC',
        text: 'Type allocation code: the first 8 digits of an IMEI, the same for all devices of a model.',
      },
    ],
  },
  bip: {
    purpose: 'What Recycle applets send to the BIP port of the platform.',
    steps: [
      'Each message is listed with its outcome. Forged and replayed messages change nothing.',
      'Filter by the first digits of an ICCID, the outcome or the time.',
    ],
    terms: [terms.iccid],
  },
  eidPush: {
    purpose: 'Send a profile to one device, without an activation code.',
    steps: [
      'Choose a profile that is waiting for a device, and enter the EID of the device.',
      'The device asks its SM-DS for pending profiles, is directed to the SM-DP+, and downloads.',
      'Watch the history: Pushed, then Downloaded, or Failed with the reason and the option to push again.',
    ],
    terms: [
      terms.eid,
      terms.iccid,
      {
        term: 'SM-DS',
        text: 'The discovery server: an SM-DP+ registers there that a profile is waiting for a device, and the device asks there.',
      },
    ],
  },
  delivery: {
    purpose: 'Style your QR codes, and see whether the codes you sent have arrived.',
    steps: [
      'Choose colors, shapes and a logo; the preview reads the code back at three sizes.',
      'Make a style the default: it is then used on public pages, in e-mails and in files.',
      'Send codes, now or at a date, and create files from Fleet: select profiles, then open Actions.',
    ],
    terms: [
      terms.ac,
      {
        term: 'Public page',
        text: 'A page for the person with the phone: one-tap button, QR code and manual entry. It shows the progress of the download.',
      },
    ],
  },
  packageInspector: {
    purpose: 'What a profile package contains, and how another one differs.',
    steps: [
      'Choose a profile configuration, or a file with a package.',
      'Read the findings of the checker, then open elements and files.',
      'Turn on the comparison to see only the differences from a second package.',
    ],
    terms: [{ term: 'Profile package', text: 'The files, keys and applications of a SIM, in the format of the TCA.' }],
  },
  virtualPhone: {
    purpose: 'Try a profile without a phone: download it, enable it, and see what the card answers.',
    steps: [
      'Switch on the phone: it downloads and installs the profile with its activation code.',
      'Enable it, and let the network authenticate its card.',
      'Try what a device may do wrong: a wrong confirmation code, another eUICC, a broken connection.',
      'Close the phone: the profile is available under the same code, and nothing was counted.',
    ],
    terms: [
      terms.ac,
      terms.eid,
      terms.smdp,
      { term: 'ES9+', text: 'The interface between a phone and the SM-DP+, over HTTPS.' },
    ],
  },
  inspector: {
    purpose: 'Find out what an activation code contains, and which profile it belongs to.',
    steps: [
      'Paste a code, a link or a picture, drop a picture, or use the camera.',
      'Read its parts, and copy it in another format.',
      'If it is yours, open the profile and see what to do.',
    ],
    terms: [terms.ac, terms.matchingId, terms.smdp],
  },
  block: {
    purpose: 'Which devices may not download: single eUICCs, ranges of them, and device types.',
    steps: [
      'Enter an EID, the first digits of EIDs, or a TAC, by hand or as a file.',
      'The SM-DP+ refuses them from then on, and the profile log says so.',
      'Unblock an entry, and its devices can download again.',
    ],
    terms: [terms.eid, { term: 'TAC', text: 'The first 8 digits of an IMEI, which identify the device type.' }],
  },
  developer: {
    purpose: 'Let your own programs do what you do here, with keys that have only the permissions they need.',
    steps: [
      'Create an API key, choose its scopes, and copy it: it is shown once.',
      'Send it with each call in the header Authorization: Bearer.',
      'Rotate it before it expires: for a while both secrets are valid. Revoke it when it is no longer needed.',
    ],
    terms: [
      { term: 'Scope', text: 'A permission of a key. A program without it is refused.' },
      { term: 'Service key', text: 'A key that stays valid when its creator leaves the enterprise account.' },
    ],
  },
  device: {
    purpose: 'Sign the command line in on a machine, without copying a key.',
    steps: [
      'Run simwright login with the option --device, and enter the code that it shows.',
      'Compare machine and address, and remove scopes that it does not need.',
      'Approve: the machine then has a personal API key, which you can revoke on the developer page.',
    ],
    terms: [{ term: 'Scope', text: 'A permission of a key. A program without it is refused.' }],
  },
  platformForm: {
    purpose: 'Set the name, style, addresses, sender and texts of a platform, with a preview before you save.',
    steps: [
      'Choose name and color; the preview shows both schemes.',
      'Enter the hosts once DNS and the TLS proxy point here.',
      'Save: pages, e-mails and activation codes change immediately.',
    ],
    terms: [],
  },
  clients: {
    purpose: 'The enterprise accounts of all platforms, their plans and their usage.',
    steps: [
      'Find one by its name, its ID, the address or mail domain of a member, or the code of an order.',
      'Open it for its usage, members and notes. Under Actions you can grant a plan, extend the trial, sign in as the client, or suspend it.',
      "Your actions are recorded in the client's audit log, with your name. Notes are recorded in the staff audit log.",
    ],
    terms: [{ term: 'Suspended', text: 'Its members can only view and pay; its devices cannot download.' }],
    keys: listKeys,
  },
  staffOrders: {
    purpose: 'The orders of all clients: which are waiting for payment, and how the others were paid.',
    steps: [
      'Choose the state Pending confirmation to see the bank transfers whose proof was uploaded.',
      'Open an order, download the proof, and compare it with your bank account: amount, currency and reference.',
      'Confirm the transfer once the money has arrived, or reject it with a reason that the client sees.',
      'If you return money at the bank, record it as a refund: the client gets a credit note.',
    ],
    terms: [
      { term: 'Reference', text: 'The text that the client enters in the transfer. Search for it to find the order.' },
    ],
    keys: listKeys,
  },
  plans: {
    purpose: 'What each plan costs and allows.',
    steps: [
      'Open a plan, change it and save it. An empty limit means no limit.',
      'Limits apply immediately to every enterprise account on the plan.',
      'Prices and downloads apply from the next order.',
    ],
    terms: [
      { term: 'Not sold', text: 'A plan without a price: it applies without an order, or is granted by staff only.' },
      { term: 'Tier', text: 'A larger number of downloads a month, with its own price.' },
    ],
  },
  mails: {
    purpose: 'See whether e-mails arrive, and why mail servers reject them.',
    steps: [
      'Search by the full address of the recipient.',
      'Read the response of the mail server.',
      'Retry failed e-mails once the cause is fixed.',
    ],
    terms: [],
  },
  invitationLinks: {
    purpose: 'Links with which new customers sign up, and what each gives them.',
    steps: [
      'Create a link: plan and days, days of the free trial, number of uses, last day.',
      'Copy the link and send it. The sign-up page fills in the code and says what it gives.',
      'Open a link to see who signed up with it, or to stop it. Colleagues are invited by their own enterprise account, under Member.',
    ],
    terms: [
      {
        term: 'Used',
        text: 'Each enterprise account that was created with the link counts once, when its owner activates the account.',
      },
    ],
  },
  adminDashboard: {
    purpose: 'How the business and the SM-DP+ are doing.',
    steps: [
      'The upper half shows clients, sign-ups, trials, downloads and revenue of all platforms, in your time zone.',
      'The lower half shows what each server process counts every minute. Choose the time range at its top.',
      'Renew certificates before they expire, and check the server log when jobs fail.',
    ],
    terms: [
      { term: 'Median latency', text: 'Half of the device calls were answered within this time.' },
      {
        term: 'Refused',
        text: 'Calls that were answered with a status code of SGP.22, such as an unknown matching ID.',
      },
    ],
  },
  announcements: {
    purpose: 'Messages to all signed-in members: at the top of each page, and in the bell.',
    steps: [
      'Write what is happening and when it ends. Choose who sees it: one platform, or all.',
      'A member can dismiss the message. It appears again when you edit its text, kind or link.',
      'Withdraw a message that no longer applies.',
    ],
    terms: [],
  },
  contact: {
    purpose: 'How to contact us to order a plan.',
    steps: ['Write to the address, and include your account ID and the plan that you want.'],
    terms: [],
  },
  platforms: {
    purpose: 'The brands of this installation.',
    steps: ['Each has its own name, style, hosts and e-mails, fully separate from the others.'],
    terms: [{ term: 'Short name', text: 'What identifies a brand in the paths of its sign-in pages.' }, terms.smdp],
  },
  feedback: {
    purpose: 'The feedback that users send from the portal, and your answers.',
    steps: [
      'Open an entry, read it and answer it. The answer is sent by e-mail and shown to the user.',
      'You can answer again; the user is notified again.',
    ],
    terms: [],
  },
  orders: {
    purpose: 'Every order of a plan: its price, its state, its invoices.',
    steps: [
      'Open an order to see its price line by line, what happened to it, and its invoices.',
      'An order that is waiting for a bank transfer shows the account and the reference to use.',
    ],
    terms: [
      { term: 'Starts later', text: 'The order is paid and starts when the current period ends.' },
      { term: 'Extra downloads', text: 'An order for downloads beyond those included in a plan.' },
    ],
    keys: listKeys,
  },
  purchase: {
    purpose: 'Order a plan. The price is shown line by line before you pay.',
    steps: [
      'Choose plan, downloads a month and billing.',
      'Check the recipient of the invoice and the price, accept the terms, and order.',
    ],
    terms: [
      { term: 'Frozen', text: 'Whatever exceeds the new plan is kept, but cannot be used until the plan allows it.' },
    ],
  },
  orderSuccess: {
    purpose: 'What happens next with the order that was just placed.',
    steps: ['For a bank transfer, include the reference so that we can match the payment.'],
    terms: [],
  },
  operations: {
    purpose: 'Changes to many profiles at once, with their results.',
    steps: [
      'Start one in Fleet: select profiles and choose an action.',
      'Download the result: it says for each profile whether it was changed, and if not, why.',
      'Undo one: profiles that have been changed since then are left as they are.',
    ],
    terms: [],
    keys: listKeys,
  },
  notifications: {
    purpose: 'Read what happened, choose how you are notified, and set the thresholds.',
    steps: [
      'Notifications: open a line to see what it is about; filter by kind, or show unread ones only.',
      'Channels: choose the bell or e-mail for each kind, and whether e-mails come one by one or once a day.',
      'Thresholds: set the levels at which members of this enterprise account are notified.',
    ],
    terms: [
      {
        term: 'Level',
        text: 'A value that triggers one notification when it is crossed, and another only after the figure has recovered.',
      },
    ],
  },
  attributes: {
    purpose: 'Define your own data on profiles, such as a contract or an end date.',
    steps: [
      'Create an attribute with a name and a type: text, number, date, choice or link.',
      'Set it on profiles: in the drawer of one profile, or on many under Actions in Fleet.',
      'A source file can have a column for it, such as ATTR.CONTRACT.',
      'Filter the fleet by it: attr.contract:C-100, attr.seats>10, attr.ends:2026-01-01..2026-12-31.',
      'Change type says how many profiles would lose their value.',
    ],
    terms: [{ term: 'Required', text: 'Source files and single codes must have a value, and nobody can clear it.' }],
  },
  tags: {
    purpose: 'Put short words on profiles, and find, change and export the profiles with a tag.',
    steps: [
      'Create a tag with a name and a color.',
      'Add it to profiles: in the drawer of one profile, or to many under Actions in Fleet.',
      'A source file can name tags in its TAGS column, with commas or semicolons between them.',
      'Filter the fleet by tag: and the name, such as tag:pilot. tag:none finds profiles without one.',
      'Merge two tags that mean the same: all profiles of the first get the second.',
    ],
    terms: [{ term: 'Tag', text: 'A profile has up to 20 tags. Deleting a tag keeps its profiles.' }],
  },
  group: {
    purpose: 'Group profiles that belong together, and see the state of each group.',
    steps: [
      'Create a group with a name, a color and optional notes.',
      'Move profiles into it: select them in Fleet and open Actions, or open the group and choose Move by file.',
      'A source file can name the group of each row in its GROUP column.',
      'Open a group to see its dashboard: downloads, trend, profiles by status, device brands.',
    ],
    terms: [{ term: 'Group', text: 'A profile is in at most one group. Deleting a group keeps its profiles.' }],
  },
} as const satisfies Record<keyof typeof pages, Help>
