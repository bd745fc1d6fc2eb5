import { tabTexts } from './tab.ts'

/** Notifications: in the header, on their page and in its settings. The words of each kind are in the contract. */
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
  unknown: {
    title: 'A new kind of notification',
    text: 'The portal was updated after this page was loaded. Select the notification to reload the page and read it.',
  },
  all: 'All notifications',
  operations: 'Operations',
  settings: 'Settings',

  purpose: 'What happened in the last 90 days, and how and when you are notified.',
  emptyFilteredTitle: 'Nothing matches',
  emptyFilteredText: 'No notification of the last 90 days matches the filters.',
  clearFilters: 'Clear filters',
  loading: 'Loading notifications',
  tabs: tabTexts.notifications,
  filters: { kind: 'Kind', unread: 'State', unreadOnly: 'Unread' },

  channels: {
    title: 'Where notifications appear',
    text: 'For you, in this enterprise account. Notifications about the security of your account are always sent. Webhooks send them to endpoints of this account that subscribe to notifications.',
    names: { BELL: 'Bell', MAIL: 'E-mail', WEBHOOK: 'Webhook' },
    kind: 'Notification',
    label: '{kind}: {channel}',
    always: 'Cannot be turned off',
    never: 'Not sent to webhooks',
    digest: {
      title: 'E-mails',
      text: 'One e-mail a day with all notifications instead of one e-mail each. It covers all your enterprise accounts. E-mails about the security of your account are sent immediately.',
      label: 'Send e-mails',
      single: 'Immediately, one for each notification',
      daily: 'Once a day at {hour}',
      next: 'The next one is sent on {time} ({zone}), if there are notifications.',
      saved: 'E-mail settings saved.',
    },
  },

  thresholds: {
    text: 'Values of this enterprise account at which its members are notified. Each level notifies once and again only after the value has recovered.',
    levels: 'Levels in {unit}',
    levelsHelp: 'Up to {max}. Without a level, no notification is sent.',
    unit: 'Unit',
    units: { PERCENT: 'percent', PROFILES: 'profiles', DAYS: 'days', DEVICES: 'devices', NETWORKS: 'networks' },
    hours: 'Hours',
    hoursHelp: 'What happened within this many hours is counted.',
    minimum: 'Minimum number of downloads',
    minimumHelp: 'With fewer downloads, no notification is sent.',
    saved: 'Threshold saved.',
    viewOnly: 'You can view this threshold, but not change it.',
    noneTitle: 'No thresholds',
    noneText: 'Thresholds whose notifications you can get are listed here.',
    limitedTitle: 'Thresholds are not part of your view',
    limitedText:
      'They compare figures of all profiles, and your view is limited to groups. Owners and admins set them.',
  },
} as const
