import type { EventType, Profile, ProfileStatus } from '@simwright/contract/profiles/fleet'

/** Why something went wrong, and what to do about it. */
export type Explanation = { why: string; next: string }

const updated = 'Update the device, then let it try again. If it stays, its maker has to look into it.'
const foreignChip = 'Use a device whose chip is certified under an issuer that this SM-DP+ trusts, or load that issuer.'

/** By subject and reason code: what each refusal of this SM-DP+ means to the user who hands out the profile. */
export const refusalTexts: Readonly<Record<string, Explanation>> = {
  '1.3.1/2.1': { why: 'The device sent something that is not formed as the standard says.', next: updated },
  '8.1/4.8': {
    why: 'The chip has less free memory than the profile takes.',
    next: 'Let the user delete profiles that are not needed any more, then scan the same code again.',
  },
  '8.1/6.1': {
    why: 'A signature of the chip did not fit: the message was damaged on its way, or somebody else spoke.',
    next: 'Let the device try again. If it happens again with this EID only, keep the device out and look into it.',
  },
  '8.1.1/3.8': {
    why: 'The profile is bound to another device, or this device is blocked.',
    next: 'Compare the EID of this event with the one in the overview. Free the profile, or take the device off the block list.',
  },
  '8.1.2/6.1': { why: "The certificate of the chip's manufacturer could not be verified.", next: foreignChip },
  '8.1.2/6.3': { why: "The certificate of the chip's manufacturer has expired.", next: foreignChip },
  '8.1.3/6.1': {
    why: "The chip's certificate could not be verified, or its EID is not one that its manufacturer may give.",
    next: foreignChip,
  },
  '8.1.3/6.3': { why: "The chip's certificate has expired.", next: foreignChip },
  '8.2/1.2': {
    why: 'The profile may not be downloaded at the moment: its order is not released, or the plan has no downloads left.',
    next: 'Read the sentence of the event; look at the order state in the overview, and at the plan under Subscription.',
  },
  '8.2/3.7': {
    why: 'Another device was quicker, or the order has ended while this one was downloading.',
    next: 'Give this device a code of its own.',
  },
  '8.2.5/4.3': {
    why: 'The device cannot use this profile: its type is blocked, its chip lacks what the profile needs, or it is a test chip and the profile a live one (or the other way round).',
    next: 'Read the sentence of the event. Compare what the package needs with the chip, and look at the block list.',
  },
  '8.2.6/3.8': {
    why: 'The activation code is closed, was replaced, or belongs to a campaign that has nothing for this device.',
    next: 'Generate a new code for the profile, or look at the campaign.',
  },
  '8.2.7/2.2': {
    why: 'The code asks for a confirmation code, and the device sent none.',
    next: 'Tell the user the confirmation code, and let them scan again.',
  },
  '8.2.7/3.8': {
    why: 'The confirmation code that was typed is wrong.',
    next: 'Tell the user the right one. After too many wrong ones the order ends.',
  },
  '8.2.7/6.4': {
    why: 'Too many wrong confirmation codes: the order has ended, so that nobody can guess on.',
    next: 'Make sure who tried. Then generate a new code.',
  },
  '8.8/3.10': { why: 'The device cancelled a session that belongs to another SM-DP+.', next: updated },
  '8.8/4.2': {
    why: 'The profile package could not be built from the configuration and the data of this profile.',
    next: 'Read the reason in the event, correct the configuration, and generate the profile again.',
  },
  '8.8.1/3.8': {
    why: 'The device asked for a host that is not this SM-DP+.',
    next: 'Compare the address in the activation code with that of the SM-DP+.',
  },
  '8.8.2/3.1': { why: 'The chip trusts no certificate issuer that this SM-DP+ has.', next: foreignChip },
  '8.8.3/3.1': {
    why: 'The chip speaks a version of the standard that this SM-DP+ does not.',
    next: 'Only chips of SGP.22 version 2.1 or newer can download here.',
  },
  '8.8.4/3.7': {
    why: 'This SM-DP+ has no certificate under an issuer that the chip can verify.',
    next: 'Load certificates of that issuer (RSP_CERTS_DIR).',
  },
  '8.8.5/4.10': {
    why: 'The activation code has outlived its lifetime.',
    next: 'Generate a new code; set a later expiry before it is over next time.',
  },
  '8.8.5/6.4': {
    why: 'The code was tried as often as it may be, or the device has got as many profiles as it may.',
    next: 'Find out in the events below why the tries failed. Then reset the attempts, or generate a new code.',
  },
  '8.10.1/3.9': {
    why: 'The session was over: a step came too late, or twice.',
    next: 'Let the user scan the code again. A session lasts ten minutes.',
  },
  '8.11.1/3.9': { why: 'The chip is certified under an issuer that is not trusted here.', next: foreignChip },
}

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
  INSTALL_FAILED: {
    why: 'The chip got the package and refused to install it; its own reason is in the event.',
    next: 'When it was for now only, let the user scan again. Else open the package, and compare it with what the chip can do.',
  },
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
