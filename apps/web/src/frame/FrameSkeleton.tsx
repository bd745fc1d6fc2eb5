import { startTexts } from '../texts/start.ts'

/** Outline of the frame while it loads; must equal the outline in index.html, which shows before the code is loaded. */
export function FrameSkeleton() {
  return (
    <div className="boot" data-outline="frame" role="status" aria-label={startTexts.loading}>
      <div className="boot-side" />
      <div className="boot-main">
        <div className="boot-bar" />
        <div className="boot-block" />
        <div className="boot-block boot-block-tall" />
      </div>
    </div>
  )
}
