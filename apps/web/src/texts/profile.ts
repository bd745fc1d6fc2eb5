import { acFormatLabels, IN_STOCK_LABEL, protectionLabels } from '@simwright/contract/profiles/profile-label'

/** Names of profile fields, statuses and events, for all pages. */
export const profileTexts = {
  byRule: 'Rule "{name}"',
  sample: {
    badge: 'Demo',
    help: 'Sample data of demo mode. It does not count against any limit.',
    title: 'Sample data',
    code: 'This is a sample code that no device can download with. Generate your own code to try it.',
    remove: 'Remove sample data',
    confirmTitle: 'Remove the sample data?',
    confirmText: 'Everything marked "Demo" is removed. Everything you created is kept.',
    removed: 'The sample data was removed.',
  },
  profile: 'Profile',

  statuses: {
    AVAILABLE: { label: 'Available', text: 'Waiting to be downloaded.' },
    /** An available profile without a valid activation code. */
    STOCK: { label: IN_STOCK_LABEL, text: 'No device can download it: it has no valid activation code.' },
    DOWNLOADED: { label: 'Downloaded', text: 'Sent to the device, which has not reported the installation yet.' },
    INSTALLED: { label: 'Installed', text: 'On the device, not turned on yet.' },
    ENABLED: { label: 'Enabled', text: 'On the device and turned on.' },
    DISABLED: { label: 'Disabled', text: 'On the device, turned off.' },
    DELETED: { label: 'Deleted', text: 'Deleted from the device. No re-downloads are left.' },
    ERROR: { label: 'Error', text: 'The last download failed permanently. The timeline says why.' },
    EXPIRED: { label: 'Expired', text: 'The activation code has expired.' },
    CANCELED: { label: 'Canceled', text: 'The download order was canceled.' },
    REMOVED: { label: 'Removed', text: 'Deleted in the portal. The ICCID can be imported again.' },
  },

  orderStates: {
    Available: { label: 'Available', text: 'In stock, without a download order.' },
    Allocated: { label: 'Allocated', text: 'Reserved for an order.' },
    Linked: { label: 'Linked', text: 'Bound to one EID.' },
    Confirmed: { label: 'Confirmed', text: 'Ordered, not released yet.' },
    Released: { label: 'Released', text: 'Ready for a device to download.' },
    Downloaded: { label: 'Downloaded', text: 'The bound package was sent.' },
    Installed: { label: 'Installed', text: 'The eUICC confirmed the installation.' },
    Error: { label: 'Error', text: 'Closed: no device can download it with this order.' },
    Unavailable: { label: 'Unavailable', text: 'Withdrawn: it cannot be ordered.' },
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
    AUTHENTICATED: 'Authenticated',
    DOWNLOADED: 'Downloaded',
    INSTALLED: 'Installed',
    INSTALL_FAILED: 'Installation failed',
    ENABLED: 'Enabled',
    DISABLED: 'Disabled',
    DELETED: 'Deleted',
    AVAILABLE_AGAIN: 'Available again',
    PUSHED: 'Pushed to a device',
    PUSH_FAILED: 'Push failed',
    CAMPAIGN_JOINED: 'Added to a campaign',
    CAMPAIGN_LEFT: 'Removed from a campaign',
    SET_FREE: 'Released',
    REFUSED: 'Refused',
    SESSION_CANCELED: 'Canceled on the device',
    ERROR: 'Error',
    EXPIRED: 'Expired',
    NOTIFICATION_REFUSED: 'Notification refused',
    EDITED: 'Changed',
    REMOVED: 'Removed',
    RESTORED: 'Restored',
    RECYCLE_SET: 'Recycle time changed',
    RECYCLE_BEGUN: 'Recycling requested',
    RECYCLED: 'Recycled',
    RECYCLE_FAILED: 'Recycling failed',
    KEYS_ERASED: 'Keys erased',
    LEAK_SUSPECTED: 'Code may have leaked',
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
