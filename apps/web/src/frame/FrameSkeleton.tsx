import { uiTexts } from '../texts/ui.ts'

/** The outline of the frame that is on its way: the very one that stands before the portal's code has come. */
export function FrameSkeleton() {
  return (
    <div className="boot" data-outline="frame" role="status" aria-label={uiTexts.loading}>
      <div className="boot-side" />
      <div className="boot-main">
        <div className="boot-bar" />
        <div className="boot-block" />
        <div className="boot-block boot-block-tall" />
      </div>
    </div>
  )
}
