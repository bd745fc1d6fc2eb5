/** The guided tour, and where it is offered. */
export const tourTexts = {
  label: 'Tour',
  count: 'Step {step} of {total}',
  back: 'Back',
  next: 'Next',
  done: 'Done',
  skip: 'Skip the tour',
  offerTitle: 'New here?',
  offerText: 'Four steps show you the way from data to a working eSIM. It takes a minute.',
  start: 'Show me around',
  notNow: 'Not now',
  steps: {
    configuration: {
      title: 'Create a profile configuration',
      text: 'It says what is in a profile: networks, names, download rules. Begin with the type Regular; three fields are enough.',
    },
    generate: {
      title: 'Import a profile and generate an eSIM AC',
      text: 'Choose the configuration and drop your file here. You see every fault before anything is generated.',
    },
    download: {
      title: 'Download and use the AC',
      text: 'Each profile is in this list. Open one for its QR code, scan it with a phone, and watch the download.',
    },
    see: {
      title: 'Manage the eSIM lifecycle',
      text: 'Downloaded, enabled, deleted: every step that a device reports counts here. That was all; the tour waits in the help.',
    },
  },
} as const
