/** The public page of an activation code: for the person who holds the phone. */
export const publicCodeTexts = {
  title: '{provider} eSIM',
  titleNone: 'Your eSIM',
  steps: 'Progress of the installation',
  stepNames: { ready: 'Opened', downloaded: 'Downloaded', installed: 'Installed', enabled: 'Switched on' },
  states: {
    ready: {
      title: 'Ready to install',
      text: 'Install it on the device that will use it, while that device is online.',
    },
    downloaded: {
      title: 'Being installed',
      text: 'The device has the eSIM and is installing it. If it stopped, start again on the same device.',
    },
    installed: {
      title: 'Installed',
      text: 'The eSIM is on the device. Switch it on in the settings of the mobile network.',
    },
    enabled: { title: 'Installed and switched on', text: 'The eSIM is in use. You can close this page.' },
    used: {
      title: 'Used up',
      text: 'This activation code was used, or cannot be used any more. Ask the person who gave it to you for another.',
    },
    expired: {
      title: 'Expired',
      text: 'This activation code has expired. Ask the person who gave it to you for another.',
    },
  },
  expires: 'Install it before {time}.',
  confirmation: {
    title: 'Have your confirmation code at hand',
    text: 'The device asks for it. It was sent to you separately.',
  },
  install: {
    apple: 'Install on this iPhone or iPad',
    android: 'Install on this phone',
    windows: 'Install on this PC',
  },
  installHelp: {
    apple: 'From iOS 17.4 on. Before that, scan the QR code or enter the fields.',
    android: 'From Android 10 on. If nothing opens, scan the QR code or enter the code.',
    windows: 'For PCs with an eSIM. For a phone, scan the QR code with it.',
  },
  qr: 'Scan the QR code',
  qrText: 'With the camera of the device that will use the eSIM.',
  qrTextHere: 'Is this the device? Open the page on another screen, and scan it from there.',
  manual: 'Enter by hand',
  whole: 'Whole activation code',
  where: {
    apple: 'Settings › Mobile Service › Add eSIM › Use QR Code › Enter Details Manually.',
    android: 'Settings › Network & internet › SIMs › Add eSIM. Android takes the whole activation code.',
    windows: 'Settings › Network & internet › Cellular › eSIM profiles › Add profile.',
  },
  closedTitle: 'This page is not available',
  closedText:
    'The link is incomplete, or the code or campaign it opens is closed. Ask the person who gave you the link.',
} as const
