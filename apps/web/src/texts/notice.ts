/** Notifications in the header: batches, operations, files, invitations, the trial, the account. */
export const noticeTexts = {
  title: 'Notifications',
  unread: { one: '{count} unread', other: '{count} unread' },
  running: { one: '{count} job is running', other: '{count} jobs are running' },
  runningLabel: 'Jobs that are running',
  readAll: 'Mark all as read',
  isUnread: 'Unread: ',
  more: 'Show older',
  noneTitle: 'No notifications yet',
  noneText: 'Results of batches and operations, invitations and changes to your account will be listed here.',

  kinds: {
    batchDone: {
      title: 'Batch {code} is ready',
      text: {
        one: '{count} activation code, with its result file.',
        other: '{count} activation codes, with their result file.',
      },
      failed: { one: '{count} row failed.', other: '{count} rows failed.' },
    },
    batchFailed: {
      title: 'Batch {code} made no activation code',
      text: {
        one: '{count} row failed; the result file says why.',
        other: '{count} rows failed; the result file says why.',
      },
    },
    fileDone: {
      title: {
        QR_ZIP: 'The ZIP of QR codes is ready',
        LABELS: 'The sheets of labels are ready',
        PROFILES: 'The export of profiles is ready',
        CODES: 'The export of activation codes is ready',
      },
      text: { one: '{count} code. It is kept for a day.', other: '{count} codes. It is kept for a day.' },
      profiles: { one: '{count} profile. It is kept for a day.', other: '{count} profiles. It is kept for a day.' },
    },
    fileLeft: { one: '{count} profile was left out.', other: '{count} profiles were left out.' },
    fileFailed: {
      title: {
        QR_ZIP: 'The ZIP of QR codes was not written',
        LABELS: 'The sheets of labels were not written',
        PROFILES: 'The export of profiles was not written',
        CODES: 'The export of activation codes was not written',
      },
      text: 'Something went wrong on our side. Begin again.',
    },
    operationDone: {
      title: '{name} is done',
      text: { one: '{count} profile changed.', other: '{count} profiles changed.' },
      left: { one: '{count} left as it was.', other: '{count} left as they were.' },
      canceled: 'It was stopped.',
    },
    operationFailed: {
      title: '{name} changed nothing',
      text: {
        one: '{count} profile left as it was; the result says why.',
        other: '{count} profiles left as they were; the result says why.',
      },
    },
    buildFailed: 'No profile can be downloaded from {name}',
    invited: {
      title: 'You are invited to {enterpriseName}',
      text: '{invitedBy} invites you. Join by the link in your mail, or under Account.',
    },
    joined: { title: '{name} has joined', text: 'Your invitation was accepted.' },
    trialEnding: {
      title: 'Your free trial ends soon',
      text: 'It ends on {time}. Choose a plan to go on without a break.',
    },
    orderDue: { title: 'Order {code} waits for its payment', text: '{amount}, until {time}.' },
    paymentFailed: { title: 'Order {code} was not paid by card', text: '{reason} Pay {amount} until {time}.' },
    planEnded: {
      title: 'The plan {plan} has ended',
      text: 'What is beyond the free limits is frozen; nothing is deleted.',
    },
    usageReached: { title: '{percent} % of the plan is used', text: '{used} of {total} downloads.' },
    trialEnded: 'Your free trial of {appName} is expired.',
    accountChanged: 'Your account was changed',
    passwordGuessed: {
      title: 'Someone tries wrong passwords for your account',
      text: '{attempts} wrong passwords from devices that you have not signed in with before. None was right.',
    },
    signInAlarm: {
      title: 'Many wrong passwords over all accounts',
      text: '{attempts} within a minute. Devices that an account does not know wait longer for 10 minutes.',
    },
    diskShort: {
      title: 'The disk is nearly full',
      text: '{free} MiB are free and {reserve} MiB are reserved. Uploads are refused until there is space.',
    },
    paymentReturned: {
      title: 'A payment by card was returned',
      text: '{enterpriseName}: order {orderCode} did not accept {amount}. Check whether the client needs help.',
    },
    transferWaits: {
      title: 'A bank transfer waits to be confirmed',
      text: '{enterpriseName}: {amount} for order {orderCode}.',
    },
    transferConfirmed: { title: 'Your payment for order {code} has arrived', text: 'The plan is {plan}.' },
    transferRejected: { title: 'Your bank transfer for order {code} was rejected', text: '{reason}' },
    feedbackAnswered: { title: 'Your feedback was answered', text: 'Read what we say to it.' },
    feedbackAccepted: {
      title: 'Your feedback was accepted',
      text: 'Thank you: your free trial is {days} days longer.',
    },
  },
} as const
