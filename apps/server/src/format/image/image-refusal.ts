/** Why an image is not accepted, as a sentence for the person who uploaded it. */
export class ImageRefusal extends Error {
  override name = 'ImageRefusal'
}
