/** Texts of the components in `ui/` that every first page loads, also the sign-in page. Keep them few. */
export const startTexts = {
  loading: 'Loading',
  /** Label of the landmark that contains menus, dialogs and tooltips, for screen readers. */
  overlays: 'Menus and dialogs',
  notices: 'Notices',
  dismiss: 'Dismiss',
  saturation: 'Saturation and brightness',
  hue: 'Hue',
  copy: 'Copy',
  copied: 'Copied',
  copyValue: 'Copy {name}',
  copyFailed: 'Copying is not allowed here. Select the text and copy it.',
  requestId: 'Request {id}',
  requestIdName: 'request ID',
  toLight: 'Use the light theme',
  toDark: 'Use the dark theme',
  showPassword: 'Show password',
} as const
