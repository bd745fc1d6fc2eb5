/** What end users read: the person who installs the eSIM, who needs no account. */
export const endUserTexts = {
  title: '{provider} eSIM',
  titleNone: 'Your eSIM',
  language: 'Language',
  toLight: 'Use the light theme',
  toDark: 'Use the dark theme',
  loading: 'Loading',

  progress: 'Progress of the installation',
  stepReady: 'Opened',
  stepDownloaded: 'Downloaded',
  stepInstalled: 'Installed',
  stepEnabled: 'Turned on',
  stepDone: 'done',

  ready: 'Ready to install',
  readyText: 'Install the eSIM on the device that will use it. The device must be online.',
  downloaded: 'Installing',
  downloadedText: 'The device is installing the eSIM. If it stopped, start again on the same device.',
  installed: 'Installed',
  installedText: 'The eSIM is on the device. Turn it on in the mobile network settings.',
  enabled: 'Installed and turned on',
  enabledText: 'The eSIM is in use. You can close this page.',
  used: 'Already used',
  usedText:
    'This activation code has already been used or is no longer valid. Ask the person who gave it to you for a new one.',
  expired: 'Expired',
  expiredText: 'This activation code has expired. Ask the person who gave it to you for a new one.',
  expires: 'Install it before {time}.',

  soon: 'Not open yet',
  soonText: 'This page updates automatically at that time.',
  paused: 'Paused',
  pausedText: 'Try again later.',
  taken: 'All eSIMs are taken',
  takenText: 'No eSIM is left at the moment.',
  ended: 'This offer has ended',
  endedText: 'Thank you for your interest.',
  begins: 'Starts {time}.',
  ends: 'Until {time}.',

  confirmation: 'Have your confirmation code ready',
  confirmationText: 'The device asks for it. It was sent to you separately.',

  installApple: 'Install on this iPhone or iPad',
  installAppleHelp: 'Needs iOS 17.4 or later. On earlier versions, scan the QR code or enter the details by hand.',
  installAndroid: 'Install on this phone',
  installAndroidHelp: 'Needs Android 10 or later. If nothing opens, scan the QR code or enter the code by hand.',
  installWindows: 'Install on this PC',
  installWindowsHelp: 'For PCs with eSIM support. To install on a phone, scan the QR code with the phone.',

  qr: 'Scan the QR code',
  qrText: 'With the camera of the device that will use the eSIM.',
  qrTextHere: 'If this is the device, open this page on another screen and scan the code from there.',
  testOnly: 'Only test cards can install this eSIM: its server has no live certificate.',
  qrLabel: 'QR code with the activation code',

  manual: 'Enter the details by hand',
  smdpAddress: 'SM-DP+ address',
  matchingId: 'Matching ID',
  whole: 'Full activation code',
  apple: 'iPhone and iPad',
  appleWhere:
    'Settings › Cellular or Mobile Service › Add eSIM › Use QR Code › Enter Details Manually. Enter the matching ID as the activation code.',
  android: 'Android',
  androidWhere: 'Settings › Network & internet › SIMs › Add eSIM. Android needs the full activation code.',
  windows: 'Windows',
  windowsWhere:
    'Settings › Network & internet › Cellular › eSIM profiles › Add profile. Windows needs the full activation code.',

  copy: 'Copy',
  copied: 'Copied',
  copyValue: 'Copy {name}',
  copyFailed: 'Copying is not allowed here. Select the text and copy it.',

  closed: 'This page is not available',
  closedText:
    'The link is incomplete, or the code or campaign that it opens is closed. Ask the person who gave you the link.',
  failed: 'This page could not be loaded',
  failedText: 'Check your internet connection, then try again.',
  failedId: 'If it happens again, report this number: {id}',
  tryAgain: 'Try again',

  mailSubject: 'Your eSIM from {enterpriseName}',
  mailIntro: 'Hello,\n\n{sentBy} of {enterpriseName} sent you an eSIM: {provider}.',
  mailHow:
    'Scan the QR code with the camera of the phone that will use the eSIM, while the phone is on Wi‑Fi or mobile data. Or enter the activation code by hand:',
  mailConfirmation: 'The phone will ask for a confirmation code, which you receive separately.',
  mailAction: 'Install eSIM',
  mailAddress: 'Or copy this address into your browser:',
  mailFootnote:
    'Anyone who has this code can install the eSIM, so keep it to yourself. If you did not expect this e-mail, ignore it.',
} as const
