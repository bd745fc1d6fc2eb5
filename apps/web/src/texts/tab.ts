/** Names of the tabs of pages: on the page, and in the command palette. */
export const tabTexts = {
  developer: {
    keys: 'API keys',
    credentials: 'Open API',
    webhooks: 'Webhooks',
    operators: 'Operators',
    calls: 'Request log',
    limits: 'Limits',
    tools: 'Command line',
  },
  delivery: {
    looks: 'QR codes',
    endUser: 'Public pages',
    planned: 'Planned',
    mails: 'Sent by e-mail',
    leaks: 'Suspected leaks',
    files: 'Files',
  },
  reports: { report: 'Report', saved: 'Saved', schedules: 'Schedules' },
  logs: { batches: 'Generate AC log', profiles: 'Profile log', recycles: 'Recycle log' },
  block: { blocks: 'Blocked', hits: 'Refused devices' },
  notifications: { list: 'Notifications', channels: 'Channels', thresholds: 'Thresholds' },
  plans: { plans: 'Plans', discounts: 'Discounts', seller: 'Tax and seller', legal: 'Terms and privacy' },
} as const
