import { Alert } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Note } from '../layout/layout.tsx'
import classes from './CodeCamera.module.css'
import { cameraTexts } from './camera-texts.ts'
import { openCodeReader } from './code-reader.ts'

const SCAN_INTERVAL_MS = 200

type CodeCameraProps = {
  /** Says what to hold in front of the camera. */
  text: string
  /** Called for each new code until the component unmounts. */
  onRead: (text: string) => void
  note?: ReactNode
}

/** Shows the camera's video and scans it for codes. The video does not leave the browser. */
export function CodeCamera({ text, onRead, note }: CodeCameraProps) {
  const video = useRef<HTMLVideoElement>(null)
  const latestOnRead = useRef(onRead)
  const [fault, setFault] = useState<string>()
  useEffect(() => {
    latestOnRead.current = onRead
  }, [onRead])
  useEffect(() => {
    const stop = new AbortController()
    watch(video.current!, { signal: stop.signal, onRead: (code) => latestOnRead.current(code) }).catch(
      (error: unknown) => {
        if (!stop.signal.aborted) setFault(faultOf(error))
      },
    )
    return () => stop.abort()
  }, [])
  return (
    <>
      <Note size="same" mb={12}>
        {text}
      </Note>
      {fault ? (
        <Alert color="red" role="alert">
          {fault}
        </Alert>
      ) : (
        <video ref={video} className={classes.picture} muted playsInline aria-label={cameraTexts.picture} />
      )}
      <p className="size-text muted wrap" style={{ minHeight: 20, marginTop: 12 }} aria-live="polite">
        {note}
      </p>
    </>
  )
}

function faultOf(error: unknown): string {
  const name = error instanceof DOMException ? error.name : ''
  return name === 'NotAllowedError' ? cameraTexts.refused : cameraTexts.none
}

type WatchOptions = { signal: AbortSignal; onRead: (code: string) => void }

async function watch(video: HTMLVideoElement, { signal, onRead }: WatchOptions): Promise<void> {
  const [read, stream] = await Promise.all([
    openCodeReader(),
    navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment', width: { ideal: 1280 } } }),
  ])
  const end = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  if (signal.aborted) return end()
  signal.addEventListener('abort', end, { once: true })
  video.srcObject = stream
  await video.play()
  let last = ''
  while (!signal.aborted) {
    const code = await read(video).catch(() => undefined)
    if (code && code !== last && !signal.aborted) onRead(code)
    last = code ?? last
    await new Promise((resolve) => setTimeout(resolve, SCAN_INTERVAL_MS))
  }
}
