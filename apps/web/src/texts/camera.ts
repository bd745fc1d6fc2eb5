export const cameraTexts = {
  picture: 'Picture of the camera',
  refused: 'The browser was not allowed to use the camera. Allow it in the address bar, then try again.',
  none: 'No camera could be used.',
} as const
