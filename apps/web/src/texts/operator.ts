/** Texts of the operators that order profiles by ES2+. */
export const operatorTexts = {
  purpose:
    'Programs of operators order profiles through ES2+ (SGP.22, 5.3) with a registered client certificate. They can order the profiles of configurations that are set up for operators.',
  add: 'Register certificate',
  emptyTitle: 'No certificates yet',
  emptyText:
    'Register the client certificate of an operator: its program can then order, confirm, release and cancel profiles. Owners and admins can register certificates.',
  emptyTextView: 'Certificates of operators are listed here. You can view the list, but not change it.',
  address: 'Address for ES2+ calls',
  columns: {
    name: 'Name',
    requester: 'Identifier (OID)',
    subject: 'Subject',
    fingerprint: 'SHA-256 fingerprint',
    expiresAt: 'Expires',
    callback: 'Callback',
    lastUsedAt: 'Last used',
    createdBy: 'Registered by',
    actions: 'Actions',
  },
  expired: 'Expired',
  noCallback: 'None',
  waiting: { one: '{count} notification waiting.', other: '{count} notifications waiting.' },
  form: {
    title: 'Register a client certificate',
    editTitle: 'Edit "{name}"',
    text: 'It acts for the whole enterprise account until it is removed or expires, even after you leave the account.',
    name: 'Name',
    nameHelp: 'Such as the name of the operator. It is shown with everything that its program does.',
    certificate: 'Certificate (PEM)',
    certificateHelp: 'One certificate, without its private key.',
    requester: 'Identifier (OID)',
    requesterHelp:
      'The functionRequesterIdentifier of its calls, such as 1.3.6.1.4.1.31746. Leave it empty if the certificate has it.',
    callback: 'Callback URL',
    callbackHelp:
      'The steps of downloads are sent there (HandleDownloadProgressInfo). A URL without a path gets that of the standard. Empty: none.',
    submit: 'Register certificate',
    save: 'Save',
  },
  edit: 'Edit',
  remove: {
    entry: 'Remove',
    title: 'Remove "{name}"?',
    text: 'Its calls are refused from now on. Its orders are kept.',
    proceed: 'Remove certificate',
    done: '"{name}" is removed.',
  },
} as const
