import QRCode from 'qrcode'
import { onTestFinished, vi } from 'vitest'

/** A camera that sees a code as QR, or nothing. @returns shows it another one */
export async function fakeCamera(code = ''): Promise<(code: string) => Promise<void>> {
  const picture = document.createElement('canvas')
  Object.assign(picture, { width: 1280, height: 720 })
  const brush = picture.getContext('2d') as CanvasRenderingContext2D
  let shown: HTMLCanvasElement | undefined
  // A stream has frames only while its canvas is drawn.
  const draw = () => {
    brush.fillStyle = '#ebebeb'
    brush.fillRect(0, 0, picture.width, picture.height)
    if (shown) brush.drawImage(shown, (picture.width - shown.width) / 2, (picture.height - shown.height) / 2)
  }
  const show = async (text: string) => {
    shown = text ? await QRCode.toCanvas(text, { scale: 10, margin: 4 }) : undefined
    draw()
  }
  await show(code)
  const timer = setInterval(draw, 100)
  const spy = vi
    .spyOn(navigator.mediaDevices, 'getUserMedia')
    .mockImplementation(async () => picture.captureStream(10))
  onTestFinished(() => {
    clearInterval(timer)
    spy.mockRestore()
  })
  return show
}

/** No camera that could be opened: the browser refuses it with this error. */
export function breakCamera(name: string): void {
  const spy = vi
    .spyOn(navigator.mediaDevices, 'getUserMedia')
    .mockImplementation(() => Promise.reject(new DOMException('', name)))
  onTestFinished(() => spy.mockRestore())
}
