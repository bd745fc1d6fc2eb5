import { ActionIcon, Loader } from '@mantine/core'
import { IconFileText, IconUpload, IconX } from '@tabler/icons-react'
import { type DragEvent, type ReactNode, useId, useState } from 'react'
import { formatBytes } from '../../base/size.ts'
import { say } from '../../texts/text.ts'
import { uiTexts } from '../../texts/ui.ts'
import { Note, Title } from '../layout/layout.tsx'
import classes from './DropArea.module.css'

type DropAreaProps = {
  label: string
  /** Allowed formats and sizes, shown in the area. */
  hint: ReactNode
  /** File name extensions with the dot (`.csv`). */
  accept: readonly string[]
  maxBytes: number
  file: File | undefined
  onFile: (file: File | undefined) => void
  /** Called with all files after the first one. Without it only one file may be dropped at a time. */
  onMore?: (files: readonly File[]) => void
  /** Share of the bytes uploaded so far, 0 to 1; absent when no upload runs. */
  uploadShare?: number
  /** Shown after the upload while the server processes the file. */
  processingText?: string
  /** Added to the error for a file of a wrong format: what the user can do with it. */
  wrongFormatHelp?: string
  /** Error of the file. */
  error?: ReactNode
}

/**
 * An area to drop a file on, or to choose it with the keyboard. Refuses a file of a wrong format or size at once, and
 * then no file is chosen, not even the previous one.
 */
export function DropArea(props: DropAreaProps) {
  const { label, hint, accept, file, onMore, uploadShare, error } = props
  const id = useId()
  const { refusal, take, remove } = useChosenFiles(props)
  const { isOver, dragProps } = useDrop(take)
  const fault = refusal ?? error
  return (
    <div>
      <Title as="div" size="label" mb={4} id={`${id}-label`}>
        {label}
      </Title>
      <div
        className={classes.area}
        data-over={isOver || undefined}
        data-fault={fault ? true : undefined}
        {...dragProps}
      >
        <input
          id={id}
          type="file"
          multiple={onMore !== undefined}
          className={classes.input}
          accept={accept.join(',')}
          aria-labelledby={`${id}-label ${id}-choose`}
          aria-describedby={`${id}-hint${fault ? ` ${id}-fault` : ''}`}
          aria-invalid={fault ? true : undefined}
          disabled={uploadShare !== undefined}
          onChange={(event) => {
            take(event.currentTarget.files)
            event.currentTarget.value = ''
          }}
        />
        {file ? (
          <ChosenFile file={file} uploadShare={uploadShare} processingText={props.processingText} onRemove={remove} />
        ) : (
          <IconUpload size={22} className={classes.icon} aria-hidden />
        )}
        <label htmlFor={id} className="muted size-text">
          {isOver ? uiTexts.drop.dropNow : <Invitation chooseId={`${id}-choose`} hasFile={file !== undefined} />}
        </label>
        <div id={`${id}-hint`} className={classes.hint}>
          {hint}
        </div>
      </div>
      {fault && (
        <Note id={`${id}-fault`} as="div" tone="danger" mt={6} role="alert">
          {fault}
        </Note>
      )}
    </div>
  )
}

/** Passes on the files that the user chooses, or refuses them. */
function useChosenFiles(props: DropAreaProps) {
  const { onFile, onMore } = props
  const [refusal, setRefusal] = useState<string>()
  const take = (files: FileList | null) => {
    const [first, ...more] = files ?? []
    if (!first) return
    const refused = more.length > 0 && !onMore ? uiTexts.drop.one : firstRefusal([first, ...more], props)
    setRefusal(refused)
    onFile(refused === undefined ? first : undefined)
    if (refused === undefined && more.length > 0) onMore?.(more)
  }
  const remove = () => {
    setRefusal(undefined)
    onFile(undefined)
  }
  return { refusal, take, remove }
}

/** Whether files are dragged over the area, and the handlers that notice it. */
function useDrop(onFiles: (files: FileList) => void) {
  const [isOver, setIsOver] = useState(false)
  const dragProps = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setIsOver(true)
    },
    onDragLeave: () => setIsOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setIsOver(false)
      onFiles(event.dataTransfer.files)
    },
  }
  return { isOver, dragProps }
}

function Invitation({ chooseId, hasFile }: { chooseId: string; hasFile: boolean }) {
  return (
    <>
      <span id={chooseId} className={classes.choose}>
        {hasFile ? uiTexts.drop.replace : uiTexts.drop.browse}
      </span>{' '}
      {uiTexts.drop.orDrop}
    </>
  )
}

type ChosenFileProps = Pick<DropAreaProps, 'uploadShare' | 'processingText'> & { file: File; onRemove: () => void }

function ChosenFile({ file, uploadShare, processingText, onRemove }: ChosenFileProps) {
  const share = uploadShare === undefined ? undefined : Math.round(uploadShare * 100)
  const progress = share === 100 && processingText ? processingText : `${share}%`
  return (
    <div className={classes.file}>
      {uploadShare === undefined ? <IconFileText size={18} aria-hidden /> : <Loader size={16} />}
      <span className="ellipsis medium">{file.name}</span>
      <span className="fixed muted figures" style={{ minWidth: 40 }}>
        {uploadShare === undefined ? formatBytes(file.size) : progress}
      </span>
      {uploadShare === undefined && (
        <ActionIcon size={24} aria-label={say(uiTexts.drop.remove, { name: file.name })} onClick={onRemove}>
          <IconX size={14} />
        </ActionIcon>
      )}
    </div>
  )
}

type Limits = Pick<DropAreaProps, 'accept' | 'maxBytes' | 'wrongFormatHelp'>

const firstRefusal = (files: readonly File[], limits: Limits) =>
  files.map((file) => refusalOf(file, limits)).find((refused) => refused !== undefined)

function refusalOf(file: File, limits: Limits): string | undefined {
  const isKnown = limits.accept.some((extension) => file.name.toLowerCase().endsWith(extension))
  if (!isKnown)
    return [say(uiTexts.drop.wrongKind, { name: file.name }), limits.wrongFormatHelp].filter(Boolean).join(' ')
  if (file.size > limits.maxBytes)
    return say(uiTexts.drop.tooLarge, { name: file.name, max: formatBytes(limits.maxBytes) })
  return undefined
}
