/** Width and height of a picture from its first bytes: PNG, GIF, JPEG, BMP and WebP. */
import type { PixelSize } from '../screen/kitty-images.js'

export function pictureSize(b: Uint8Array): PixelSize | null {
  const view = new DataView(b.buffer, b.byteOffset, b.byteLength)
  if (b.length >= 24 && view.getUint32(0) === 0x89504e47)
    return { width: view.getUint32(16), height: view.getUint32(20) }
  if (b.length >= 10 && view.getUint32(0) === 0x47494638) {
    return { width: view.getUint16(6, true), height: view.getUint16(8, true) }
  }
  if (b.length >= 26 && view.getUint16(0) === 0x424d) {
    return { width: Math.abs(view.getInt32(18, true)), height: Math.abs(view.getInt32(22, true)) }
  }
  if (b.length >= 30 && view.getUint32(0) === 0x52494646 && view.getUint32(8) === 0x57454250) return webpSize(view)
  if (b.length >= 4 && view.getUint16(0) === 0xffd8) return jpegSize(view)
  return null
}

function webpSize(view: DataView): PixelSize | null {
  switch (view.getUint32(12)) {
    case 0x56503820:
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
    case 0x5650384c: {
      const bits = view.getUint32(21, true)
      return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 }
    }
    case 0x56503858:
      return {
        width: (view.getUint32(24, true) & 0xffffff) + 1,
        height: (view.getUint16(27, true) | (view.getUint8(29) << 16)) + 1,
      }
    default:
      return null
  }
}

/** Walks the segments to the frame header. */
function jpegSize(view: DataView): PixelSize | null {
  let at = 2
  while (at + 9 < view.byteLength && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    at += 2 + view.getUint16(at + 2)
  }
  return null
}
