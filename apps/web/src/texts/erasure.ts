/** Erasure of keys after the installation: the setting, and what a profile shows of it. */
export const erasureTexts = {
  title: 'Keys after the installation',
  text: 'Ki, OPc, PINs and over-the-air keys are needed only until a device has installed the profile. Erase them then, so that nobody can read them here. The profile works on as before.',
  consequence:
    'An erased profile gets no new activation code: not after it is deleted on its device, not for a lost phone, and not by recycling. Its keys can only be uploaded again. Backups that were made before still contain them.',
  exempt: 'A profile that has a time to recycle keeps its keys.',
  label: 'What happens to the keys',
  never: { label: 'Keep keys', help: 'A profile can get new activation codes as often as needed.' },
  after: { label: 'Erase keys', help: 'Some days after a device has installed the profile.' },
  days: 'Days after the installation',
  daysHelp: 'From 1 to 365.',
  save: 'Save erasure',
  saved: 'Saved: keys are erased {days} days after the installation.',
  savedNever: 'Saved: keys are kept.',
  changed: 'Changed by {name}',
  confirm: {
    title: 'Erase keys {days} days after the installation?',
    text: {
      one: 'Up to {count} profile on a device loses its keys within minutes, and later ones follow. It cannot be generated again.',
      other:
        'Up to {count} profiles on devices lose their keys within minutes, and later ones follow. They cannot be generated again.',
    },
    more: '{count}+',
    proceed: 'Erase keys',
  },
  erased: 'Erased on {time}: no activation code can be generated again',
  present: 'Stored, encrypted',
  keys: 'Keys',
  noPackage: 'The keys of this profile were erased after its installation, so its package cannot be shown.',
} as const
