import { useEffect, useEffectEvent, useRef, useState } from 'react'
import classes from './CameraReader.module.css'
import { readCanvas } from './qr-read.ts'

/** Time between two scans of the video. */
const SCAN_INTERVAL_MS = 200
/** Width of the scanned picture in pixels. */
const WIDTH = 640

type CameraReaderProps = {
  label: string
  onRead: (text: string) => void
  /** Called when there is no camera or its use is not permitted. */
  onUnavailable: () => void
}

/** Scans the camera's video until it reads a QR code. */
export function CameraReader({ label, onRead, onUnavailable }: CameraReaderProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [isOn, setIsOn] = useState(false)
  const read = useEffectEvent(onRead)
  const unavailable = useEffectEvent(onUnavailable)
  useEffect(() => {
    const shown = video.current!
    let stream: MediaStream | undefined
    let timer: number | undefined
    let isOver = false
    const scan = async () => {
      const found = await readFrame(shown).catch(() => undefined)
      if (isOver) return
      if (found) read(found)
      else timer = window.setTimeout(scan, SCAN_INTERVAL_MS)
    }
    const begin = async () => {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' }, audio: false })
      if (isOver) return stop()
      shown.srcObject = stream
      await shown.play()
      setIsOn(true)
      await scan()
    }
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    begin().catch(() => isOver || unavailable())
    return () => {
      isOver = true
      window.clearTimeout(timer)
      stop()
    }
  }, [])
  return (
    <div className={classes.frame} data-on={isOn || undefined}>
      <video ref={video} className={classes.video} aria-label={label} muted playsInline />
    </div>
  )
}

async function readFrame(video: HTMLVideoElement): Promise<string | undefined> {
  if (video.videoWidth === 0) return undefined
  const canvas = document.createElement('canvas')
  canvas.width = Math.min(WIDTH, video.videoWidth)
  canvas.height = Math.round((canvas.width * video.videoHeight) / video.videoWidth)
  canvas.getContext('2d', { willReadFrequently: true })!.drawImage(video, 0, 0, canvas.width, canvas.height)
  return await readCanvas(canvas, 'attemptBoth')
}
