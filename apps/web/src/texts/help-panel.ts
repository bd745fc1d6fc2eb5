/** The help panel; the help of each page is in `help.ts`. */
export const helpPanelTexts = {
  open: 'Help',
  title: 'Help: {page}',
  steps: 'How it goes',
  terms: 'Words',
  keys: 'Keys',
  more: 'More',
  guide: 'Read the guide',
  tour: 'Take the tour',
  feedback: 'Give feedback',
  palette: 'Ctrl-K finds pages, profiles and actions from anywhere.',
} as const
