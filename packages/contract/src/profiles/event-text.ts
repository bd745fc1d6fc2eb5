import { fillText } from '../fill-text.ts'

/**
 * Texts of events in the timeline of a profile. An event stores the id of its text and the values of the placeholders,
 * so that texts can be reworded and evaluated by programs.
 */
export const eventTexts = {
  generated: 'Activation code generated in batch {batch}.',
  generatedAgain: 'New activation code generated in batch {batch}; the old one is dead.',
  opened: 'The public page of the activation code was opened for the first time.',

  authenticated: 'The eUICC proved who it is; attempt {attempt} of {most}.',
  authenticatedReserved: 'The eUICC proved who it is; the profile is kept for it.',
  deliveredAgain: 'The same device was given the profile package again.',
  delivered: 'The profile package was handed out.',
  installed: 'The eUICC installed the profile.',
  installedSilently: 'The eUICC has the profile; its installation result did not come.',
  installFailed: '{reason}',
  enabled: 'The profile was enabled on the device.',
  disabled: 'The profile was disabled on the device.',
  deleted: 'The profile was deleted from the device.',
  deletedLate: 'The eUICC of an ended download deleted the profile. Nothing else changed.',
  availableForAny:
    'Available again under the same activation code, for any device. Re-downloads left after this one: {left}.',
  availableForSame:
    'Available again under the same activation code, for the same device. Re-downloads left after this one: {left}.',
  lostAvailable:
    'Its device is lost; set free without its word. Available again under the same activation code, for any device.',
  lostForGood:
    'Its device is lost; set free without its word. No re-download is left: generate it again to give it a new activation code.',
  reservationLapsed: 'The device did not go on with its download; the profile is there for the next one.',
  refused: '{reason}',
  sessionCanceled: '{reason}',
  sessionCanceledReserved: '{reason} The profile is there for the next device.',
  expired: 'The activation code was not used in time.',
  notificationRefused: '{reason}',

  ordered: 'Ordered for any device.',
  orderedFor: 'Ordered for the EID {eid}.',
  orderConfirmed: 'The order was confirmed. It is not released yet.',
  orderConfirmedReleased: 'The order was confirmed and released: a device can download the profile.',
  orderReleased: 'The order was released: a device can download the profile.',
  orderCanceled: 'The order was canceled. The profile can be ordered again.',
  orderWithdrawn: 'The order was canceled, and the profile is unavailable: it cannot be ordered again.',

  pushed: 'Pushed to the EID {eid}: its device finds it at the SM-DS {smds}.',
  pushFailed: '{reason}',
  pushFailedReleased: '{reason} The profile is free again: any device may download it.',

  joinedCampaign: 'In the campaign "{campaign}"; its own activation code is closed meanwhile.',
  leftCampaign: 'Out of the campaign "{campaign}"; its own activation code works again.',

  removed: 'Deleted in the portal.',
  restored: 'Put back as it was before.',
  grouped: 'Moved into another group.',
  ungrouped: 'Taken out of its group.',
  notesChanged: 'Notes changed.',
  cardChanged: 'Subscriber data changed; the activation code remains.',
  bound: 'Bound to the EID {eid}.',
  released: 'Freed from its EID: any device may download it.',
  expirySet: 'The activation code lives until {expiresAt}.',
  expiryRemoved: 'The activation code lives without end.',
  attemptsReset: 'Download attempts and wrong confirmation codes count from the beginning again.',
  confirmationSet: 'It has a new confirmation code.',
  confirmationRemoved: 'Its confirmation code is asked for no more.',

  recycleSet: 'To be recycled at {at}.',
  recycleUnset: 'Not to be recycled any more.',
  recyclePutBack: 'The recycle time is as it was before.',
  recycleBegun: 'Its recycling waits for the device to confirm, until {until}.',
  recycledUnused: 'No device has it. It is in stock, without an activation code until it is generated again.',
  recycledDeleted: 'The device has deleted it. It is in stock, without an activation code until it is generated again.',
  recycledByApplet:
    'Its applet has confirmed it (message {message}). It is in stock, without an activation code until it is generated again.',
  recycleFailed: 'No word of the device within {days} days: it may still have the profile, which stays as it is.',
} as const satisfies Record<string, string>

export type EventTextId = keyof typeof eventTexts

/** The id of a text and the values of its placeholders. */
export type EventText = { id: EventTextId; values?: Readonly<Record<string, string | number>> }

/** The text with its placeholders filled. */
export const eventSentence = ({ id, values = {} }: EventText): string => fillText(eventTexts[id], { ...values })
