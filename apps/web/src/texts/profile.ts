import { acFormatLabels, protectionLabels } from '@simwright/contract/profiles/profile-label'

/** Names of profile fields, statuses and events, for all pages. */
export const profileTexts = {
  sample: {
    badge: 'Demo',
    help: 'Sample data of demo mode. It counts against no limit.',
    title: 'Sample data',
    code: 'This code shows what a code looks like. No device can download with it: generate one of your own.',
    remove: 'Remove sample data',
    confirmTitle: 'Remove the sample data?',
    confirmText: 'Everything marked "Demo" is removed. What you made yourself stays.',
    removed: 'The sample data was removed.',
  },
  profile: 'Profile',

  statuses: {
    AVAILABLE: { label: 'Available', text: 'Waiting to be downloaded.' },
    DOWNLOADED: { label: 'Downloaded', text: 'Handed out to the device, which has not reported the installation yet.' },
    INSTALLED: { label: 'Installed', text: 'On the device, not switched on yet.' },
    ENABLED: { label: 'Enabled', text: 'On the device and switched on.' },
    DISABLED: { label: 'Disabled', text: 'On the device, switched off.' },
    DELETED: { label: 'Deleted', text: 'Deleted from the device. No re-download is left.' },
    ERROR: { label: 'Error', text: 'The last download failed for good. The timeline says why.' },
    EXPIRED: { label: 'Expired', text: 'The life of the activation code is over.' },
    CANCELED: { label: 'Canceled', text: 'The download order was canceled.' },
    REMOVED: { label: 'Removed', text: 'Deleted in the portal. The ICCID can be imported again.' },
  },

  orderStates: {
    Available: { label: 'Available', text: 'In stock, without a download order.' },
    Allocated: { label: 'Allocated', text: 'Reserved for an order.' },
    Linked: { label: 'Linked', text: 'Tied to one EID.' },
    Confirmed: { label: 'Confirmed', text: 'Ordered, not released yet.' },
    Released: { label: 'Released', text: 'Ready: the SM-DP+ hands it to a device that asks.' },
    Downloaded: { label: 'Downloaded', text: 'The bound package was handed out.' },
    Installed: { label: 'Installed', text: 'The eUICC confirmed the installation.' },
    Error: { label: 'Error', text: 'Closed: no device gets it under this order.' },
    Unavailable: { label: 'Unavailable', text: 'Taken out: it cannot be ordered.' },
  },

  acFormats: acFormatLabels,

  events: {
    GENERATED: 'Generated',
    GENERATED_AGAIN: 'Generated again',
    ORDERED: 'Ordered',
    ORDER_CONFIRMED: 'Order confirmed',
    ORDER_RELEASED: 'Order released',
    ORDER_CANCELED: 'Order canceled',
    OPENED: 'Code opened',
    AUTHENTICATED: 'Asked for',
    DOWNLOADED: 'Downloaded',
    INSTALLED: 'Installed',
    INSTALL_FAILED: 'Installation failed',
    ENABLED: 'Enabled',
    DISABLED: 'Disabled',
    DELETED: 'Deleted',
    AVAILABLE_AGAIN: 'Available again',
    PUSHED: 'Pushed to a device',
    PUSH_FAILED: 'Push failed',
    CAMPAIGN_JOINED: 'Into a campaign',
    CAMPAIGN_LEFT: 'Out of its campaign',
    SET_FREE: 'Set free',
    REFUSED: 'Refused',
    SESSION_CANCELED: 'Canceled on the device',
    ERROR: 'Error',
    EXPIRED: 'Expired',
    NOTIFICATION_REFUSED: 'Notification refused',
    EDITED: 'Changed',
    REMOVED: 'Removed',
    RESTORED: 'Restored',
    RECYCLE_SET: 'Recycle time',
    RECYCLE_BEGUN: 'Recycling asked for',
    RECYCLED: 'Recycled',
    RECYCLE_FAILED: 'Recycling failed',
  },

  protections: protectionLabels,

  batchTypes: {
    GENERATE_AC: 'File',
    BATCH_GENERATE: 'Range',
    RE_GENERATE: 'Generate again',
    SINGLE_GENERATE: 'Quick generate',
    OPEN_BATCH_GENERATE: 'Open API',
  },

  names: {
    iccid: 'ICCID',
    imsi: 'IMSI',
    msisdn: 'MSISDN',
    eid: 'EID',
    matchingId: 'Matching ID',
    activationCode: 'Activation code',
    smdpAddress: 'SM-DP+ address',
  },

  oneTap: {
    apple: 'iPhone and iPad',
    android: 'Android',
    windows: 'Windows',
  },
} as const
