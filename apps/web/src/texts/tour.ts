/** The guided tour, and where it is offered. */
export const tourTexts = {
  label: 'Tour',
  count: 'Step {step} of {total}',
  back: 'Back',
  next: 'Next',
  done: 'Done',
  skip: 'Skip the tour',
  start: 'Take the tour',
  steps: {
    configuration: {
      title: 'Create a profile configuration',
      text: 'It defines what a profile contains: networks, names, download rules. The four fields under Essentials are enough.',
    },
    generate: {
      title: 'Import a profile and generate an eSIM AC',
      text: 'Choose the configuration and drop your file here. You see every error before anything is generated.',
    },
    download: {
      title: 'Download and use the AC',
      text: 'Each profile is in this list. Open one for its QR code, scan it with a phone, and watch the download.',
    },
    see: {
      title: 'Manage the eSIM lifecycle',
      text: 'Downloaded, enabled, deleted: every step that a device reports is counted here. You can take the tour again from Help.',
    },
  },
} as const
