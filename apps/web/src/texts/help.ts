import type { pages } from '../paths.ts'

/** The purpose of a page, the steps of its task, and the terms that it uses. */
export type Help = {
  purpose: string
  steps: readonly string[]
  terms: readonly { term: string; text: string }[]
  keys?: readonly { keys: string; text: string }[]
}

const listKeys = [
  { keys: '/', text: 'To the search above the list' },
  { keys: '↑ ↓', text: 'Through the rows, on to the page before or after' },
  { keys: 'Enter', text: 'Open the row' },
] as const

const tickKeys = [
  { keys: 'Space', text: 'Tick the row' },
  { keys: 'Shift ↑ ↓', text: 'Tick the rows that are passed' },
  { keys: 'Shift Space', text: 'Tick all rows from the one ticked last; so does a click with Shift' },
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
  iccid: { term: 'ICCID', text: 'The number of a SIM, 19 or 20 digits; the last one is a check digit.' },
  imsi: { term: 'IMSI', text: 'The number by which the network knows the subscriber, 15 digits.' },
  eid: { term: 'EID', text: 'The number of the chip in the device (eUICC), 32 digits.' },
  smdp: { term: 'SM-DP+', text: 'The server from which devices download profiles.' },
  order: {
    term: 'Order state',
    text: 'How far the SM-DP+ is with the download; the status says what the device has done.',
  },
  keys: {
    term: 'Ki and OPc',
    text: 'The secret keys of a subscriber. They are stored encrypted and are shown to nobody.',
  },
  role: { term: 'Role', text: 'A named set of permissions. Nobody can give more than they hold themselves.' },
  factor: { term: 'Second factor', text: 'A code of an app, or a passkey, beside the password.' },
  stepUp: {
    term: 'Confirm that it is you',
    text: 'Sensitive actions ask for your password, code or passkey again after ten minutes.',
  },
} as const

/** Help for every page behind the sign-in. */
export const helpTexts = {
  home: {
    purpose: 'Make one activation code at once, start with a file, and see how far you have come.',
    steps: [
      'Follow the guide: each step says when it is done and leads to the next.',
      'Quick generate makes one profile with its code: choose a configuration, enter ICCID and IMSI, give the keys or have them made here.',
      'Batch mode takes a file with up to 100,000 subscribers.',
    ],
    terms: [terms.ac, terms.keys],
  },
  fleet: {
    purpose: 'All profiles of your enterprise account, with what their devices have reported.',
    steps: [
      'Search by the beginning of an ICCID, IMSI, EID, MSISDN or matching ID; add filters for the rest. They stay in the address, so that a link shows the same list.',
      'Open a row for its details: the states, the timeline of every step, and the activation code in every form.',
      'Tick rows, or select all that match, and open the actions. Who cannot be changed is named before; progress, end and result are in the notifications, and most can be undone.',
      'Views keep filters and order under a name: your own, and shared ones that everyone in the enterprise account sees. A view can be what the list opens with.',
      'Choose the columns and their order by the button above the table. The portal remembers them.',
    ],
    terms: [terms.iccid, terms.imsi, terms.eid, terms.order, terms.matchingId],
    keys: [
      ...listKeys,
      ...tickKeys,
      { keys: 'J K', text: 'Next and previous profile, while one is open' },
      { keys: 'Esc', text: 'Close what is open' },
    ],
  },
  generateAc: {
    purpose: 'Turn a file of subscribers into activation codes.',
    steps: [
      'Choose a complete profile configuration.',
      'Download the public key and encrypt your file to it, or upload plain CSV. The template has just the columns that are needed.',
      'Or have a range made (the range keeper shows which numbers are free): numbers in a row with keys of their own. Its core-network file can be fetched once, right after.',
      'Look through the preview. Faulty rows can be corrected or left out; nothing is used up until you confirm.',
      'Watch the progress, or leave: the result file waits in the notifications and in Logs.',
    ],
    terms: [
      terms.ac,
      terms.keys,
      { term: 'Generate again', text: 'Gives an ICCID that exists a new code; the old code stops working.' },
    ],
  },
  configurations: {
    purpose: 'What is in a profile: networks, names, algorithm, and the rules of its download.',
    steps: [
      'Make one for each kind of SIM that you hand out.',
      'A configuration must be complete before a code can be made from it.',
      'Each edit makes a new version; profiles keep the version that they were made from.',
    ],
    terms: [
      { term: 'HPLMN', text: 'The home network: country code and network code, 5 or 6 digits.' },
      {
        term: 'MILENAGE, TUAK, XOR',
        text: 'How the SIM and the network prove themselves to each other. XOR is for tests.',
      },
    ],
    keys: listKeys,
  },
  configurationForm: {
    purpose: 'One profile configuration, section by section.',
    steps: [
      'Name, profile name and home network are enough to begin with.',
      'The sections on the side say what is still missing.',
      'Save: the new version holds for codes that are made from then on.',
    ],
    terms: [
      { term: 'SPN', text: 'The name that the phone shows for the network.' },
      { term: 'OPLMN, FPLMN', text: 'Networks that the phone prefers, or keeps away from, when it roams.' },
      {
        term: 'Confirmation code',
        text: 'Digits that the user types in before the download; five wrong ones close the code.',
      },
      { term: 'Re-download', text: 'The same profile again on the same device after it was deleted there.' },
    ],
  },
  dashboard: {
    purpose: 'What devices did with your codes, in the days that you choose and as it is now.',
    steps: [
      'Choose the days: each main figure is compared with as many days before.',
      'Click a figure, a bar or a row: it opens the list that it counts.',
      'The trend can be read as a table. The page can be printed.',
    ],
    terms: [
      { term: 'Growth rate', text: 'Downloads of the last 30 days against those of the 30 days before.' },
      { term: 'Success rate', text: 'Successful installations among those that succeeded or failed.' },
    ],
  },
  reports: {
    purpose: 'Figures of any time, as a table and a chart, on screen, as a file, on paper or by mail.',
    steps: [
      'Choose what the report counts, the days, and by what it is divided.',
      'A number leads to the list that it counts.',
      'Download it as CSV or XLSX, or print it.',
      'Save it under a name, for yourself or for everyone who may see reports.',
      'Add a schedule to a saved report: it is sent by mail every day, week or month.',
    ],
    terms: [
      {
        term: 'Billing period',
        text: 'The days of a plan that was bought. The number of downloads or installations is the one on the invoice.',
      },
      {
        term: 'Group, campaign and configuration',
        text: 'Those that the profile had when it happened, even if it has others by now.',
      },
    ],
  },
  logs: {
    purpose: 'Every batch with its result, and every event of every profile.',
    steps: [
      'Open a batch for its rows: each has its code, or the reason why it has none.',
      'The result file has the same, ready for your own systems.',
      'The profile log shows what devices asked for and what they were answered, refusals included.',
    ],
    terms: [
      {
        term: 'Subject and reason code',
        text: 'The pair of numbers by which the SM-DP+ tells a device why it refuses.',
      },
    ],
    keys: listKeys,
  },
  account: {
    purpose: 'Your names, your time zone, your data, and the end of your account.',
    steps: [
      'Times in the portal follow the time zone here.',
      'Download what is kept about you as a file.',
      'An account is deleted after a time in which you can change your mind.',
    ],
    terms: [],
  },
  changePassword: {
    purpose: 'Set a new password.',
    steps: ['Enter the password of now, then the new one twice.', 'All your other sessions are ended.'],
    terms: [],
  },
  security: {
    purpose: 'How you prove that it is you: password, app, passkeys, linked accounts.',
    steps: [
      'Set up an authenticator app, or a passkey, as a second factor.',
      'Keep the recovery codes where you find them without your phone. Each works once.',
      'A passkey can also take the place of the password.',
    ],
    terms: [terms.factor, terms.stepUp],
  },
  sessions: {
    purpose: 'Where you are signed in.',
    steps: [
      'End a session that you do not know, then change your password.',
      'A session ends by itself after two hours without use.',
    ],
    terms: [],
  },
  members: {
    purpose: 'Who works in this enterprise account, and with which role.',
    steps: [
      'Invite several at once: paste their addresses, choose a role.',
      'An invitation can be sent again; a member can be deactivated and brought back.',
      'A changed role holds at once, in open pages, too.',
      'Tick several to do the same to all of them; of each it is said whether it was done. The list can be had as CSV.',
    ],
    terms: [terms.role, terms.factor],
  },
  roles: {
    purpose: 'What members may see and do.',
    steps: [
      'Open a built-in role to see its permissions; copy it to make one of your own.',
      'Tick permissions; those above come along by themselves.',
      'A role that somebody holds cannot be deleted.',
    ],
    terms: [terms.role, terms.stepUp],
  },
  sso: {
    purpose: "Let members sign in by your company's own identity provider.",
    steps: [
      'Register the portal with your provider, with the redirect address that is shown here.',
      'Prove your mail domain by the TXT record.',
      'Then you may make it the only way in.',
    ],
    terms: [
      { term: 'Issuer', text: 'The address of the provider, as its OpenID Connect settings name it.' },
      { term: 'TXT record', text: "An entry in your domain's name server which only its owner can make." },
    ],
  },
  subscription: {
    purpose: 'What the plan of your enterprise account allows, how much of it is used, and the orders.',
    steps: [
      'The bars show what is used: one download for each code at its first download; tries again and re-downloads are free, and a failed install gives its download back.',
      'Start the free trial with one click; it ends by itself.',
      'When a plan ends, what is over the limits is frozen, not deleted.',
    ],
    terms: [{ term: 'Re-download', text: 'The same code used again after the profile was deleted from the device.' }],
  },
  enterprise: {
    purpose: 'Name, address, billing data and logo of the enterprise account, leaving it, and its end.',
    steps: [
      'Billing data goes on invoices.',
      'The time zone here is the one of members who have chosen none.',
      'An owner can have it deleted: for two weeks nothing is served from it and it can be kept, then it goes for good.',
    ],
    terms: [],
  },
  audit: {
    purpose:
      'Every change in this enterprise account, with who did it, when, from where, and what was before and after.',
    steps: [
      'Narrow the list by person, action, object or time; the address keeps the filter.',
      'Open an entry to see what it changed.',
      'Verify: every entry is checked against its link, and the first that does not fit is named.',
    ],
    terms: [
      {
        term: 'Link',
        text: 'A keyed hash of the entry and of the link before; who alters a row cannot compute it again.',
      },
    ],
    keys: listKeys,
  },
  campaigns: {
    purpose: 'One activation code for many people: at an event, on a poster, in every box.',
    steps: [
      'Make a draft: its configuration, when it is open, how many profiles it may hand out, and how many each device may get.',
      'Put profiles into it: of a batch, or of any filter of Fleet. While it has them, their own activation codes are closed.',
      'Start it, print its QR code or pass the link of its public page on, and watch the counters.',
      'When its time is over, what is left goes back. The report lists each profile that was handed out.',
    ],
    terms: [
      {
        term: 'Being downloaded',
        text: 'Kept for a device that has begun. If it does not go on within ten minutes, the next one gets the profile.',
      },
      {
        term: 'Per device',
        text: 'A device is known by its EID. Coming again before it is done, it gets the same profile.',
      },
    ],
    keys: listKeys,
  },
  lease: {
    purpose: 'Which profile is lent to whom, and until when.',
    steps: [
      'Lend an available profile: its ICCID, who gets it, until when. Open it for its activation code.',
      'Make a lease longer, or end it now.',
      'At its end the profile is recycled: the activation code ends, and the profile is in stock until it is generated again.',
      'What a device holds has to be deleted there; it has up to 7 days to confirm.',
    ],
    terms: [terms.iccid, terms.ac],
    keys: listKeys,
  },
  tacs: {
    purpose: 'Which brand and model the devices of a TAC are: what Fleet and the dashboards call them.',
    steps: [
      'Search by the beginning of a TAC, a brand or a model.',
      'Import a CSV file with the columns TAC, BRAND and MODEL. A preview says what is new, what changes, and which lines are wrong; then it is applied in one go.',
      'Devices that were seen under a TAC that was not known get their brand in the background.',
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
      'Each message shows with what was made of it; a forged or replayed one changes nothing.',
      'Narrow by the beginning of an ICCID, the outcome, or days.',
    ],
    terms: [terms.iccid],
  },
  eidPush: {
    purpose: 'Send a profile to one device, which needs no activation code for it.',
    steps: [
      'Choose a profile that waits for a device, and give the EID of the device.',
      'The device asks its SM-DS for what waits for it, is led to the SM-DP+, and downloads.',
      'Watch the history: Pushed, then Downloaded, or Failed with the reason, from where you can push again.',
    ],
    terms: [
      terms.eid,
      terms.iccid,
      {
        term: 'SM-DS',
        text: 'The discovery server: an SM-DP+ leaves word there that a profile waits for a device, and the device asks there.',
      },
    ],
  },
  delivery: {
    purpose: 'Give QR codes your look, and see what became of the codes that you have sent.',
    steps: [
      'Choose colors, shapes and a logo; the preview reads the code back at three sizes.',
      'Make a look the standard one: it is then used on public pages, in mails and in files.',
      'Send codes and write files from the fleet: select profiles, then open the actions.',
    ],
    terms: [
      terms.ac,
      {
        term: 'Public page',
        text: 'A page for the person with the phone, with one tap, QR code and fields; it follows the download.',
      },
    ],
  },
  packageInspector: {
    purpose: 'What a profile package contains, and what differs in another one.',
    steps: [
      'Choose a profile configuration, or a file with a package.',
      'Read what the checker found, then open elements and files.',
      'Turn on the comparison to see only what is different in a second package.',
    ],
    terms: [{ term: 'Profile package', text: 'The files, keys and applications of a SIM, in the format of the TCA.' }],
  },
  inspector: {
    purpose: 'Find out what an activation code is, and whose profile it opens.',
    steps: [
      'Paste a code, a link or a picture, drop a picture, or use the camera.',
      'Read its parts, and copy it in another format.',
      'If it is yours, open the profile and see what to do.',
    ],
    terms: [terms.ac, terms.matchingId, terms.smdp],
  },
  block: {
    purpose: 'Which devices may not download: single chips, ranges of them, and types of devices.',
    steps: [
      'Enter an EID, the beginning of EIDs, or a TAC, by hand or as a file.',
      'The SM-DP+ refuses them from then on, and the profile log says so.',
      'Take one off the list, and its device may download again.',
    ],
    terms: [terms.eid, { term: 'TAC', text: 'The first 8 digits of an IMEI; they name the type of a device.' }],
  },
  developer: {
    purpose: 'Let your own programs do what you do here, with keys that hold only what they need.',
    steps: [
      'Create an API key, choose its scopes, and copy it: it is shown once.',
      'Send it with each call in the header Authorization: Bearer.',
      'Rotate it before it expires: for a while both secrets are valid. Revoke it when it is not needed any more.',
    ],
    terms: [
      { term: 'Scope', text: 'A permission of a key. A program without it is refused.' },
      { term: 'Service key', text: 'A key that does not end when its creator leaves the enterprise account.' },
    ],
  },
  device: {
    purpose: 'Sign in the command line on a machine, without copying a key.',
    steps: [
      'Run simwright login with the option --device, and enter the code that it shows.',
      'Compare machine and address, and remove scopes that it does not need.',
      'Approve: the machine then has a personal API key, which you can revoke on the developer page.',
    ],
    terms: [{ term: 'Scope', text: 'A permission of a key. A program without it is refused.' }],
  },
  platformForm: {
    purpose: 'Give a platform its name, look, addresses, sender and words, and see them before you save.',
    steps: [
      'Choose name and color; the preview shows both schemes.',
      'Name the hosts once DNS and the TLS proxy point here.',
      'Save: pages, mails and activation codes follow at once.',
    ],
    terms: [],
  },
  clients: {
    purpose: 'The enterprise accounts of all platforms, what runs there, and how much of it is used.',
    steps: [
      'Find one by its name, its id, the address or mail domain of a member, or the code of an order.',
      'Open it for its usage, members and notes; under Actions you give a plan, extend the trial, visit or suspend it.',
      'What you do there is recorded in its audit log, with your name. Notes are recorded in that of the staff.',
    ],
    terms: [{ term: 'Suspended', text: 'Its members can look and pay, nothing else; its devices cannot download.' }],
    keys: listKeys,
  },
  staffOrders: {
    purpose: 'The orders of all clients: what waits for its payment, and what was paid how.',
    steps: [
      'Choose the state Pending confirmation to see the bank transfers whose proof was uploaded.',
      'Open an order, download the proof, and compare it with the account: amount, currency and reference.',
      'Confirm the transfer when the money has arrived, or reject it with a reason that the client reads.',
      'Money that you return at the bank is recorded as a refund: the client gets a credit note.',
    ],
    terms: [{ term: 'Reference', text: 'What the client names in the transfer; the search finds its order.' }],
    keys: listKeys,
  },
  plans: {
    purpose: 'What each plan costs and allows.',
    steps: [
      'Open a plan, change it, save it. A cleared limit means no limit.',
      'Limits count at once, wherever the plan runs.',
      'Prices and downloads count from the next order.',
    ],
    terms: [
      { term: 'Not sold', text: 'Holds without an order, or is given by staff only: it has no price.' },
      { term: 'Tier', text: 'More downloads a month, for a price of its own.' },
    ],
  },
  mails: {
    purpose: 'See whether mails arrive, and what mail servers say when they do not take them.',
    steps: [
      'Search by the whole address of the recipient.',
      'Read the answer of the mail server.',
      'Retry failed deliveries when the cause is fixed.',
    ],
    terms: [],
  },
  invitationLinks: {
    purpose: 'Links with which new customers sign up, and what each gives them.',
    steps: [
      'Create a link: plan and days, days of the free trial, number of uses, last day.',
      'Copy the link and send it. The sign-up page fills in the code and says what it gives.',
      'Open a link to see who came with it, or to stop it. Colleagues are invited by their own enterprise account, under Member.',
    ],
    terms: [
      {
        term: 'Used',
        text: 'Each enterprise account that was opened with the link counts once, when its owner activates the account.',
      },
    ],
  },
  adminDashboard: {
    purpose: 'How the business and the SM-DP+ are doing.',
    steps: [
      'The upper half shows clients, sign-ups, trials, downloads and income of all platforms, in your time zone.',
      'The lower half shows what each server process counts every minute. Choose the time at its top.',
      'Renew a certificate before its days are over, and look at the log of the server when jobs fail.',
    ],
    terms: [
      { term: 'Median latency', text: 'Half of the calls of devices were answered within this time.' },
      {
        term: 'Refused',
        text: 'Calls that were answered with a status code of SGP.22, such as an unknown matching ID.',
      },
    ],
  },
  announcements: {
    purpose: 'Messages to all signed-in members: at the top of each page, and in the bell.',
    steps: [
      'Write what happens and when it ends. Choose who sees it: one platform, or all.',
      'A member can dismiss the message. It appears again when you edit its text, kind or link.',
      'Withdraw a message that no longer applies.',
    ],
    terms: [],
  },
  contact: {
    purpose: 'Whom to write to order a plan.',
    steps: ['Write to the address, and name the account ID and the plan that you want.'],
    terms: [],
  },
  platforms: {
    purpose: 'The brands for which this installation speaks.',
    steps: ['Each has its own name, look, hosts and mails. Nothing of one shows in another.'],
    terms: [{ term: 'Short name', text: 'What identifies a brand in the paths of its sign-in pages.' }, terms.smdp],
  },
  feedback: {
    purpose: 'What people say in the portal, and your answers.',
    steps: [
      'Open one, read it, answer it. The answer goes out by mail and is shown to its sender.',
      'Each can be answered again; the sender is notified again.',
    ],
    terms: [],
  },
  orders: {
    purpose: 'Every order of a plan: its price, its state, its invoices.',
    steps: [
      'Open an order to see its price line by line, what happened to it, and its invoices.',
      'An order that waits for a bank transfer shows the account and the reference to name.',
    ],
    terms: [
      { term: 'Starts later', text: 'It is paid, and starts when the current period ends.' },
      { term: 'Extra downloads', text: 'An order for what exceeded the downloads of a plan.' },
    ],
    keys: listKeys,
  },
  purchase: {
    purpose: 'Order a plan. The price is shown line by line before you pay.',
    steps: [
      'Choose plan, downloads a month and billing.',
      'Check the recipient of the invoice and the price, accept the terms, and order.',
    ],
    terms: [{ term: 'Frozen', text: 'What exceeds the new plan stays, but cannot be used until the plan allows it.' }],
  },
  orderSuccess: {
    purpose: 'What happens next with the order that was just placed.',
    steps: ['For a bank transfer, name the reference, so that the payment is found.'],
    terms: [],
  },
  notifications: {
    purpose: 'Read what happened, choose where you are notified of it, and set the values at which it happens.',
    steps: [
      'Notifications: open a line to see what it is about; filter by kind, or show unread ones only.',
      'Channels: tick the bell or mail for each kind, and choose whether mails come one by one or once a day.',
      'Thresholds: set the levels at which members of this enterprise account are notified.',
    ],
    terms: [
      {
        term: 'Level',
        text: 'A value that notifies once when it is crossed, and again only after the value has recovered.',
      },
    ],
  },
  group: {
    purpose: 'Keep profiles together that belong together, and see the state of each group.',
    steps: [
      'Make a group: a name, a color, notes if you like.',
      'Move profiles into it: tick them in Fleet and choose Actions, or open the group and choose Move by file.',
      'A source file can name the group of each row in its column GROUP.',
      'Open a group to see its dashboard: downloads, trend, profiles by status, device brands.',
    ],
    terms: [{ term: 'Group', text: 'A profile is in one group at most. A group that is deleted keeps its profiles.' }],
  },
} as const satisfies Record<keyof typeof pages, Help>
