export const cameraTexts = {
  picture: 'Camera picture',
  refused: 'The browser is not allowed to use the camera. Allow it in the address bar, then try again.',
  none: 'No camera is available.',
} as const
