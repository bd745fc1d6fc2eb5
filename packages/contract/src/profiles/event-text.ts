import { fillText } from '../fill-text.ts'

/**
 * Texts of events in the timeline of a profile. An event stores the id of its text and the values of the placeholders,
 * so that texts can be reworded and evaluated by programs.
 */
export const eventTexts = {
  generated: 'Activation code generated in batch {batch}.',
  generatedAgain: 'New activation code generated in batch {batch}; the old one no longer works.',
  opened: 'The public page of the activation code was opened for the first time.',

  authenticated: 'The eUICC was authenticated: attempt {attempt} of {most}.',
  authenticatedReserved: 'The eUICC was authenticated, and the profile is reserved for it.',
  deliveredAgain: 'The profile package was sent to the same device again.',
  delivered: 'The profile package was sent to the device.',
  installed: 'The eUICC installed the profile.',
  installedSilently: 'The eUICC has the profile, but did not report the installation.',
  installFailed: '{reason}',
  enabled: 'The profile was enabled on the device.',
  disabled: 'The profile was disabled on the device.',
  deleted: 'The profile was deleted from the device.',
  deletedLate: 'An eUICC whose download had ended deleted the profile. Nothing else changed.',
  availableForAny:
    'Available again under the same activation code, for any device. Re-downloads left after this one: {left}.',
  availableForSame:
    'Available again under the same activation code, for the same device. Re-downloads left after this one: {left}.',
  lostAvailable:
    'Released without confirmation of its lost device. Available again under the same activation code, for any device.',
  lostForGood:
    'Released without confirmation of its lost device. No re-downloads are left: generate it again to give it a new activation code.',
  lostErased:
    'Released without confirmation of its lost device. Its keys were erased, so it gets no new activation code.',
  reservationLapsed: 'The device did not continue its download, so the profile is available to the next device.',
  refused: '{reason}',
  leakDevices: 'The activation code may have leaked: {value} devices tried it within {hours} hours.',
  leakNetworks: 'The activation code may have leaked: it was tried from {value} networks within {hours} hours.',
  sessionCanceled: '{reason}',
  sessionCanceledReserved: '{reason} The profile is available to the next device.',
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

  joinedCampaign: 'Added to the campaign "{campaign}". Its own activation code does not work while it is there.',
  voucherRedeemed:
    'Voucher {number} of "{batch}" was redeemed for it. Removed from the campaign "{campaign}": its own activation code works again.',
  leftCampaign: 'Removed from the campaign "{campaign}". Its own activation code works again.',

  removed: 'Deleted in the portal.',
  removedIdle: 'Deleted, and its ICCID released: nobody had used the enterprise account for a long time.',
  removedByClaim: 'Deleted by platform staff: its ICCID belongs to another enterprise account.',
  restored: 'Restored to its previous state.',
  grouped: 'Moved to another group.',
  ungrouped: 'Removed from its group.',
  notesChanged: 'Notes changed.',
  tagged: 'Tag "{tag}" added.',
  untagged: 'Tag "{tag}" removed.',
  attributeSet: '{attribute} set to "{value}".',
  attributeCleared: '{attribute} cleared.',
  cardChanged: 'Subscriber data changed; the activation code remains.',
  bound: 'Bound to the EID {eid}.',
  released: 'EID binding removed: any device can download it.',
  expirySet: 'The activation code is valid until {expiresAt}.',
  expiryRemoved: 'The activation code does not expire.',
  attemptsReset: 'Download attempts and wrong confirmation codes are counted from zero again.',
  confirmationSet: 'The confirmation code was changed.',
  confirmationRemoved: 'The confirmation code was removed.',
  tried: 'Tried with a virtual phone: {steps}. Available under the same activation code, bound to no device.',

  recycleSet: 'Will be recycled at {at}.',
  recycleUnset: 'The recycle time was removed.',
  recyclePutBack: 'The previous recycle time was restored.',
  recycleBegun: 'Recycling: waiting for the device to confirm until {until}.',
  recycledUnused: 'It is on no device. It is in stock, without an activation code until it is generated again.',
  recycledDeleted: 'Deleted on the device. It is in stock, without an activation code until it is generated again.',
  recycledByApplet:
    'Confirmed by its Recycle applet (message {message}). It is in stock, without an activation code until it is generated again.',
  recycleFailed: 'The device did not confirm within {days} days. It may still have the profile, which was not changed.',
  keysErasedNextDay:
    'Ki, OPc, PINs and over-the-air keys were erased, a day after the installation. No activation code can be generated again.',
  keysErased:
    'Ki, OPc, PINs and over-the-air keys were erased, {days} days after the installation. No activation code can be generated again.',
} as const satisfies Record<string, string>

export type EventTextId = keyof typeof eventTexts

/** The id of a text and the values of its placeholders. */
export type EventText = { id: EventTextId; values?: Readonly<Record<string, string | number>> }

/** The text with its placeholders filled. */
export const eventSentence = ({ id, values = {} }: EventText): string => fillText(eventTexts[id], { ...values })
