import type { EventType, Profile, ProfileStatus } from '@simwright/contract/profiles/fleet'
import { type Explanation, installFailedText } from '@simwright/contract/profiles/refusal-text'

/** By event type; a refusal is explained by its status code instead. */
export const eventTexts: Readonly<Record<EventType, Explanation>> = {
  GENERATED: {
    why: 'The keys were sealed and the activation code was made from the configuration version of that moment.',
    next: 'Hand out the code. The device that downloads first gets the profile.',
  },
  GENERATED_AGAIN: {
    why: 'A new activation code was asked for. The previous one stopped working at that moment.',
    next: 'Hand out the new code, and tell the holder of the old one.',
  },
  ORDERED: {
    why: 'The program of an operator reserved the profile by ES2+ (DownloadOrder). It has a new activation code now.',
    next: 'The operator confirms the order. Until its release, no device can download the profile.',
  },
  ORDER_CONFIRMED: {
    why: 'The operator confirmed its order by ES2+ (ConfirmOrder), with the MatchingID that devices send.',
    next: 'If the order was not released with it, the operator releases it before a device can download.',
  },
  ORDER_RELEASED: {
    why: 'The operator released its order by ES2+ (ReleaseProfile).',
    next: 'A device can download the profile from now on.',
  },
  ORDER_CANCELED: {
    why: 'The operator canceled its order by ES2+ (CancelOrder). The activation code stopped working at that moment.',
    next: 'If the profile is available, it can be ordered again. Otherwise, generate it again to use it.',
  },
  OPENED: {
    why: 'Someone opened the link of the activation code in a browser. Only the first visit is listed.',
    next: 'When no download follows, help the holder to scan the code or to add it with one tap.',
  },
  AUTHENTICATED: {
    why: 'The chip showed a certificate that is trusted here and signed what it was asked. One attempt is used by that.',
    next: 'Nothing has to be done. When no download follows, the user did not agree to it on the device.',
  },
  DOWNLOADED: {
    why: 'The package was bound to this chip and handed out. No other chip can read it.',
    next: 'Wait for the device to report the installation. When it stays silent, let the same device scan again.',
  },
  INSTALLED: {
    why: 'The chip has signed that it holds the profile.',
    next: 'Nothing has to be done: the user switches it on.',
  },
  INSTALL_FAILED: installFailedText,
  ENABLED: {
    why: 'The profile was switched on, and the chip has signed that it was.',
    next: 'When there is no service nevertheless, look at the subscriber in the network: the profile has done its part.',
  },
  DISABLED: {
    why: 'The profile was switched off, or another one was switched on in its place.',
    next: 'Nothing has to be done: it can be switched on again without a download.',
  },
  DELETED: {
    why: 'The profile was deleted on the device, and the chip has signed that it was.',
    next: 'To use it again, generate a new code, unless re-downloads are left.',
  },
  AVAILABLE_AGAIN: {
    why: 'The device has deleted the profile, and its configuration allows another download.',
    next: 'The same code works again; for another device only where the configuration allows it.',
  },
  PUSHED: {
    why: 'An event for this EID is registered at the SM-DS: the device finds the profile there without a code.',
    next: 'Have the device look for new profiles. It must ask this SM-DS.',
  },
  PUSH_FAILED: {
    why: 'No device came for the profile that was pushed.',
    next: 'Check the EID, and that the device asks this SM-DS. Then push again, or give it an activation code.',
  },
  CAMPAIGN_JOINED: {
    why: 'The profile waits in the pool of a campaign; its own code is at rest.',
    next: 'Hand out the code of the campaign, or take the profile out of it.',
  },
  CAMPAIGN_LEFT: {
    why: 'The profile was taken out of the pool of a campaign, or the campaign has ended.',
    next: 'Generate a new code to use it by itself.',
  },
  SET_FREE: {
    why: 'Someone has declared the device lost: the profile may go to another one.',
    next: 'Make sure that the old device stays off: two cards may hold the same keys.',
  },
  REFUSED: {
    why: 'The SM-DP+ did not serve a device; the sentence of the event says what was wrong.',
    next: 'Put that right, then let the device try again.',
  },
  SESSION_CANCELED: {
    why: 'The device ended the download: its user refused, or something on it did.',
    next: 'Ask the user. When the order has ended with it, generate a new code.',
  },
  ERROR: { why: 'The order has ended with an error.', next: 'Read the events below, then generate a new code.' },
  EXPIRED: {
    why: 'Nobody used the activation code within its lifetime.',
    next: 'Generate a new code, or set a longer lifetime in the configuration.',
  },
  NOTIFICATION_REFUSED: {
    why: 'A chip that does not hold this profile spoke of it. Nothing has changed.',
    next: 'Nothing has to be done. If it happens again and again, two cards may hold the same profile.',
  },
  EDITED: {
    why: 'Someone has changed what the portal keeps about the profile. The profile on a device stays as it is.',
    next: 'Nothing has to be done. Batch operations can be undone under Fleet, for a while.',
  },
  REMOVED: {
    why: 'The profile was deleted in the portal and its code no longer works. A device that has the profile keeps it.',
    next: 'Import the ICCID again if you need it.',
  },
  RESTORED: {
    why: 'A deletion was undone.',
    next: 'Look at the state above: what the profile had before it was deleted holds again.',
  },
  RECYCLE_SET: {
    why: 'From this moment on the profile is to be taken back.',
    next: 'Set another time, or none, while it has not come.',
  },
  RECYCLE_BEGUN: {
    why: 'The portal waits for the proof that the device has deleted the profile.',
    next: 'Have the device delete it. Without a proof it is never freed by itself.',
  },
  RECYCLED: {
    why: 'The device has proved that it no longer holds the profile; the order and the code have ended.',
    next: 'Generate a new code to use the profile again.',
  },
  RECYCLE_FAILED: {
    why: 'No proof came from the device within seven days.',
    next: 'Find the device. Set the profile free by hand only when it is surely gone.',
  },
}

/** By profile status: how a profile gets into it, and what comes next. */
export const statusExplanations: Readonly<Record<ProfileStatus, Explanation>> = {
  AVAILABLE: {
    why: 'A code was made and no device has downloaded with it, or re-downloads are left.',
    next: 'Hand out the code. When a device was refused, the timeline says why.',
  },
  DOWNLOADED: {
    why: 'The SM-DP+ has handed out the package. A device without a connection reports later.',
    next: 'Wait, or let the same device scan the code again: it gets the same package.',
  },
  INSTALLED: {
    why: 'The chip has signed that the installation went well.',
    next: 'The user switches the profile on in the settings of the device.',
  },
  ENABLED: {
    why: 'The chip has signed that the profile was switched on.',
    next: 'Nothing has to be done.',
  },
  DISABLED: {
    why: 'The user has switched the profile off, or another one on.',
    next: 'Nothing has to be done: it can be switched on again without a download.',
  },
  DELETED: {
    why: 'The chip has signed that the profile was deleted, and the configuration allows no other download.',
    next: 'Generate a new code for it.',
  },
  ERROR: {
    why: 'The chip refused the package for good, or too many attempts or confirmation codes went wrong.',
    next: 'Open the timeline, read the cause, then generate a new code.',
  },
  EXPIRED: {
    why: 'No device downloaded within the lifetime of the code.',
    next: 'Generate a new code, with a later expiry.',
  },
  CANCELED: {
    why: 'The user refused on the device, or the order was taken back.',
    next: 'Ask the user, then generate a new code.',
  },
  REMOVED: {
    why: 'Someone has deleted it in the portal; the audit log knows who.',
    next: 'Undo the deletion while it can be, or import the ICCID again.',
  },
}

export const orderExplanations: Readonly<Record<Profile['orderState'], Explanation>> = {
  Available: {
    why: 'The profile has no order: it was recycled, or its order was taken back.',
    next: 'Generate a new code.',
  },
  Allocated: {
    why: 'The order has reserved the profile. A campaign holds it like that until a device comes.',
    next: 'Nothing has to be done.',
  },
  Linked: {
    why: 'The order names the EID of the one device that may download.',
    next: 'Let that device download; bind another EID, or free it, if it is the wrong one.',
  },
  Confirmed: {
    why: 'The order is complete, and the operator has not released it.',
    next: 'Release it when the device may download.',
  },
  Released: {
    why: 'Everything that a download needs is there.',
    next: 'Hand out the code.',
  },
  Downloaded: {
    why: 'A device has the package, and the SM-DP+ waits for its signed result.',
    next: 'Wait, or let the same device try again.',
  },
  Installed: {
    why: 'The signed result of the chip says that the profile is installed.',
    next: 'Nothing has to be done: the order is done.',
  },
  Error: {
    why: 'The chip refused, the attempts were used up, or the code expired.',
    next: 'Read the timeline, then generate a new code.',
  },
  Unavailable: {
    why: 'The profile is gone from the device, or from the portal.',
    next: 'Generate a new code if it is to be used again.',
  },
}

export const explainTexts = { button: 'Explain this', why: 'Why', next: 'What to do' } as const
