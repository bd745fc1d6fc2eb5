import type { EventType, Profile, ProfileStatus } from '@simwright/contract/profiles/fleet'
import { type Explanation, type FailureCause, installFailedText } from '@simwright/contract/profiles/refusal-text'

/** By event type; a refusal is explained by its status code instead. */
export const eventTexts: Readonly<Record<EventType, Explanation>> = {
  GENERATED: {
    why: 'The keys were encrypted and stored, and the activation code was generated from the configuration version at that time.',
    next: 'Send the code to its user. The first device that downloads gets the profile.',
  },
  GENERATED_AGAIN: {
    why: 'A new activation code was requested. The previous one stopped working immediately.',
    next: 'Send the new code to its user, and notify anyone who has the old one.',
  },
  ORDERED: {
    why: 'The program of an operator reserved the profile through ES2+ (DownloadOrder). The profile has a new activation code now.',
    next: 'The operator confirms the order. Until its release, no device can download the profile.',
  },
  ORDER_CONFIRMED: {
    why: 'The operator confirmed its order through ES2+ (ConfirmOrder), with the matching ID that devices send.',
    next: 'Unless the same call released the order, the operator must release it before a device can download.',
  },
  ORDER_RELEASED: {
    why: 'The operator released its order through ES2+ (ReleaseProfile).',
    next: 'A device can download the profile from now on.',
  },
  ORDER_CANCELED: {
    why: 'The operator canceled its order through ES2+ (CancelOrder). The activation code stopped working at that moment.',
    next: 'If the profile is available, it can be ordered again. Otherwise, generate it again to use it.',
  },
  OPENED: {
    why: "Someone opened the activation code's link in a browser. Only the first visit is listed.",
    next: 'If no download follows, help the user scan the code or add it with one tap.',
  },
  AUTHENTICATED: {
    why: 'The chip presented a trusted certificate and proved its identity. This uses one attempt.',
    next: 'Nothing to do. If no download follows, the user did not accept it on the device.',
  },
  DOWNLOADED: {
    why: 'The package was bound to this chip and sent. No other chip can read it.',
    next: 'Wait for the device to report the installation. If it does not, scan the code again with the same device.',
  },
  INSTALLED: {
    why: 'The chip confirmed, with its signature, that it has the profile.',
    next: 'Nothing to do: the user turns the profile on.',
  },
  INSTALL_FAILED: installFailedText,
  ENABLED: {
    why: 'The profile was turned on, and the chip confirmed it with its signature.',
    next: 'If there is still no service, check the subscriber in the network: the profile works.',
  },
  DISABLED: {
    why: 'The profile was turned off, or another one was turned on instead.',
    next: 'Nothing to do: the profile can be turned on again without a download.',
  },
  DELETED: {
    why: 'The profile was deleted on the device, and the chip confirmed it with its signature.',
    next: 'To use it again, generate a new code, unless re-downloads are left.',
  },
  AVAILABLE_AGAIN: {
    why: 'The device deleted the profile, and the configuration allows another download.',
    next: 'The same code works again. Another device can use it only if the configuration allows device change.',
  },
  PUSHED: {
    why: 'The SM-DS has an event for this EID: the device finds the profile there without a code.',
    next: 'Let the device check for new profiles. It must use this SM-DS.',
  },
  PUSH_FAILED: {
    why: 'No device downloaded the pushed profile.',
    next: 'Check the EID, and that the device uses this SM-DS. Then push again, or send an activation code.',
  },
  CAMPAIGN_JOINED: {
    why: 'The profile is in a campaign, so its own code does not work.',
    next: "Use the campaign's code, or remove the profile from the campaign.",
  },
  CAMPAIGN_LEFT: {
    why: 'The profile was removed from a campaign, or the campaign ended.',
    next: 'Its own activation code works again.',
  },
  SET_FREE: {
    why: 'Someone reported the device as lost, so another device can download the profile.',
    next: 'Make sure that the old device stays off: two cards may have the same keys.',
  },
  REFUSED: {
    why: 'The SM-DP+ refused a device. The text of the event says why.',
    next: 'Fix the cause, then let the device try again.',
  },
  SESSION_CANCELED: {
    why: 'The device ended the download: the user or the device itself canceled it.',
    next: 'Ask the user. If the order has ended as well, generate a new code.',
  },
  ERROR: { why: 'The order ended with an error.', next: 'Read the events below, then generate a new code.' },
  EXPIRED: {
    why: 'Nobody used the activation code within its lifetime.',
    next: 'Generate a new code, or set a longer lifetime in the configuration.',
  },
  NOTIFICATION_REFUSED: {
    why: 'A chip that does not have this profile sent a notification about it. Nothing changed.',
    next: 'Nothing to do. If this keeps happening, two cards may have the same profile.',
  },
  EDITED: {
    why: "Someone changed the portal's data about the profile. A profile on a device is not changed.",
    next: 'Nothing to do. Operations on many profiles can be undone for a limited time.',
  },
  REMOVED: {
    why: 'The profile was deleted in the portal and its code no longer works. A device that has the profile keeps it.',
    next: 'Import the ICCID again if you need it.',
  },
  RESTORED: {
    why: 'A deletion was undone.',
    next: 'Check the status above: the profile has the same data as before the deletion.',
  },
  RECYCLE_SET: {
    why: 'The profile will be recycled at this time.',
    next: 'You can change or remove the time until then.',
  },
  RECYCLE_BEGUN: {
    why: 'The portal is waiting for the device to confirm that it deleted the profile.',
    next: 'Delete the profile on the device. Without confirmation, it is never released automatically.',
  },
  RECYCLED: {
    why: 'The device confirmed that it no longer has the profile. The order and the code have ended.',
    next: 'Generate a new code to use the profile again.',
  },
  RECYCLE_FAILED: {
    why: 'The device did not confirm within seven days.',
    next: 'Find the device. Release the profile by hand only if you are sure that the device is gone.',
  },
  KEYS_ERASED: {
    why: 'The enterprise account has the keys of profiles erased some days after their installation. The profile works on its device as before.',
    next: 'To give the customer another device, generate a code for another profile, or upload this one again with its keys.',
  },
  LEAK_SUSPECTED: {
    why: 'More devices or networks tried the activation code than its user alone would.',
    next: 'Generate a new code and send it to the user, or say that this one is fine.',
  },
}

/** By profile status: how a profile gets into it, and what comes next. */
export const statusExplanations: Readonly<Record<ProfileStatus | 'STOCK', Explanation>> = {
  AVAILABLE: {
    why: 'No device has used the activation code yet, or re-downloads are left.',
    next: 'Send the code to its user. If a device was refused, the timeline says why.',
  },
  STOCK: {
    why: 'The profile was recycled, waits for an order of an operator, or its order is not released yet.',
    next: 'Generate it again to give it an activation code. An operator orders it through ES2+ instead.',
  },
  DOWNLOADED: {
    why: 'The SM-DP+ sent the package. A device without a connection reports later.',
    next: 'Wait, or scan the code again with the same device: it gets the same package.',
  },
  INSTALLED: {
    why: 'The chip confirmed the installation with its signature.',
    next: 'The user turns the profile on in the device settings.',
  },
  ENABLED: {
    why: 'The chip confirmed, with its signature, that the profile was turned on.',
    next: 'Nothing to do.',
  },
  DISABLED: {
    why: 'The user turned the profile off, or turned another one on.',
    next: 'Nothing to do: the profile can be turned on again without a download.',
  },
  DELETED: {
    why: 'The chip confirmed that the profile was deleted, and the configuration does not allow another download.',
    next: 'Generate a new code for it.',
  },
  ERROR: {
    why: 'The chip refused the package permanently, or too many attempts or confirmation codes failed.',
    next: 'Open the timeline, read the cause, then generate a new code.',
  },
  EXPIRED: {
    why: 'No device downloaded within the lifetime of the code.',
    next: 'Generate a new code, with a later expiry.',
  },
  CANCELED: {
    why: 'The user refused on the device, or the order was canceled.',
    next: 'Ask the user, then generate a new code.',
  },
  REMOVED: {
    why: 'Someone deleted it in the portal. The audit log shows who.',
    next: 'Undo the deletion while this is possible, or import the ICCID again.',
  },
}

export const orderExplanations: Readonly<Record<Profile['orderState'], Explanation>> = {
  Available: {
    why: 'The profile has no order: it was recycled, or its order was canceled.',
    next: 'Generate a new code.',
  },
  Allocated: {
    why: 'The order reserves the profile. In a campaign, it stays like this until a device downloads it.',
    next: 'Nothing to do.',
  },
  Linked: {
    why: 'The order names the EID of the one device that may download.',
    next: 'Download with that device. If it is the wrong one, bind another EID, or remove the EID binding.',
  },
  Confirmed: {
    why: 'The order is confirmed, but not released yet.',
    next: 'Release it when the device may download.',
  },
  Released: {
    why: 'The profile is ready to be downloaded.',
    next: 'Send the code to its user.',
  },
  Downloaded: {
    why: 'A device has the package, and the SM-DP+ is waiting for its signed result.',
    next: 'Wait, or let the same device try again.',
  },
  Installed: {
    why: 'The chip confirmed the installation with a signed result.',
    next: 'Nothing to do: the order is complete.',
  },
  Error: {
    why: 'The chip refused, the attempts were used up, or the code expired.',
    next: 'Read the timeline, then generate a new code.',
  },
  Unavailable: {
    why: 'The profile is gone from the device, or from the portal.',
    next: 'Generate a new code to use it again.',
  },
}

export const explainTexts = { button: 'Explain this', why: 'Why', next: 'What to do' } as const

/** Events without a status code that end a download, with their cause. */
export const failureEvents: Readonly<Partial<Record<EventType, FailureCause>>> = {
  INSTALL_FAILED: 'device',
  SESSION_CANCELED: 'device',
  PUSH_FAILED: 'device',
  EXPIRED: 'code',
}

/** Why the last download failed. */
export const failureTexts = {
  title: 'Why the download failed',
  causes: {
    device: "The customer's device",
    server: 'Our SM-DP+',
    configuration: 'The profile configuration',
    code: 'The activation code or its use',
  } satisfies Record<FailureCause, string>,
  cause: 'Cause',
  code: 'Status code',
  timeline: 'Show in timeline',
  sendNew: 'Send a new code',
  send: {
    title: 'Send a new code',
    text: 'Generates a new activation code for this profile and sends it by e-mail. The old code stops working.',
    email: 'E-mail address',
    invalid: 'Enter a valid e-mail address.',
    proceed: 'Generate and send',
    working: 'Generating…',
    notGenerated: 'The new code could not be generated. The old one is unchanged.',
    tooLong: 'The new code is still being generated. Send it from the Activation code tab when it is ready.',
    done: 'The new code is on its way to {email}.',
  },
} as const
