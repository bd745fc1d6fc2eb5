/** What shows the help texts, as one module: the browser loads them with it. */
export { HelpPanel } from './HelpPanel.tsx'
export { Shortcuts } from './Shortcuts.tsx'
