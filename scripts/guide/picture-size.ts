/** Size of every picture of the guide, in CSS pixels. */
export const PICTURE_SIZE = { width: 1280, height: 800 } as const
