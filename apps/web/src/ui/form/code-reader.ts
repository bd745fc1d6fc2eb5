/** The browser's own barcode reader, if it has one (Shape Detection API). */
type Detector = { detect(picture: CanvasImageSource): Promise<readonly { rawValue: string }[]> }
type DetectorClass = new (options: { formats: readonly string[] }) => Detector

const FORMATS = ['qr_code', 'code_128', 'code_39', 'data_matrix', 'pdf417', 'aztec']

export type CodeReader = (video: HTMLVideoElement) => Promise<string | undefined>

/** Whether the page may use a camera; browsers require a secure context. */
export const canReadCodes = () => navigator.mediaDevices !== undefined

/**
 * Returns a function that reads a code from a video frame: QR codes in every browser, barcodes if the browser reads
 * them.
 */
export async function openCodeReader(): Promise<CodeReader> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass }
  if (BarcodeDetector) {
    const detector = new BarcodeDetector({ formats: FORMATS })
    return async (video) => (await detector.detect(video))[0]?.rawValue
  }
  const { default: jsqr } = await import('jsqr')
  const canvas = document.createElement('canvas')
  return async (video) => {
    const { videoWidth: width, videoHeight: height } = video
    if (width === 0 || height === 0) return undefined
    canvas.width = width
    canvas.height = height
    const context = canvas.getContext('2d', { willReadFrequently: true })
    if (!context) return undefined
    context.drawImage(video, 0, 0)
    return jsqr(context.getImageData(0, 0, width, height).data, width, height)?.data
  }
}
