/** The help panel; the help of each page is in `help.ts`. */
export const helpPanelTexts = {
  open: 'Help',
  title: 'Help: {page}',
  steps: 'How it works',
  terms: 'Terms',
  keys: 'Shortcuts',
  shortcuts: {
    title: 'Keyboard shortcuts',
    everywhere: 'Everywhere',
    page: 'On this page: {page}',
    all: [
      { keys: 'Ctrl K', text: 'Find pages, profiles and actions; act on what is open' },
      { keys: '?', text: 'Show these shortcuts' },
      { keys: 'Esc', text: 'Close the drawer or dialog' },
      { keys: '↑ ↓', text: 'Move through the rows of a table, and to its previous or next page; Tab enters the table' },
      {
        keys: '← →',
        text: 'Move between the buttons and links of a row, and between an entry of the menu and its pin',
      },
    ],
  },
  more: 'More',
  guide: 'Read the guide',
  tour: 'Take the tour',
  start: 'Show getting started',
  feedback: 'Give feedback',
  palette: 'Ctrl-K finds pages, profiles and actions from anywhere. The question mark shows the shortcuts.',
} as const
