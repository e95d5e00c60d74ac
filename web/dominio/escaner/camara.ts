import { useEffect, useRef, useState } from 'react'

/** Reasons why there is no picture. */
export type Impedimento = 'origen' | 'permiso' | 'sin-camara' | 'ocupada' | 'lector'

const CUADROS_POR_SEGUNDO = 10
/** Side of the box in which the user holds the code, in CSS pixels. */
export const LADO_CAJA = 250

const IMPEDIMENTO: Record<string, Impedimento> = {
  NotAllowedError: 'permiso',
  SecurityError: 'permiso',
  NotFoundError: 'sin-camara',
  OverconstrainedError: 'sin-camara',
  NotReadableError: 'ocupada',
  AbortError: 'ocupada',
}

type Linterna = MediaTrackCapabilities & { torch?: boolean }

/** Crop the box out of the camera frame; the picture covers its frame, so that a part of it is not visible. */
function crop(video: HTMLVideoElement, lienzo: HTMLCanvasElement): boolean {
  const { videoWidth: w, videoHeight: h, clientWidth, clientHeight } = video
  if (!w || !h || !clientWidth || !clientHeight) return false
  const lado = Math.min(w, h, LADO_CAJA / Math.max(clientWidth / w, clientHeight / h))
  lienzo.width = Math.round(lado)
  lienzo.height = Math.round(lado)
  lienzo
    .getContext('2d', { willReadFrequently: true })
    ?.drawImage(video, (w - lado) / 2, (h - lado) / 2, lado, lado, 0, 0, lienzo.width, lienzo.height)
  return true
}

/**
 * The camera, decoded ten times a second.
 * @param onCodigo gets each text that was read; must be the same function on every render
 */
export function useCamara(abierta: boolean, onCodigo: (texto: string) => void) {
  const video = useRef<HTMLVideoElement>(null)
  const [impedimento, setImpedimento] = useState<Impedimento>()
  const [camaras, setCamaras] = useState<MediaDeviceInfo[]>([])
  const [camara, setCamara] = useState<string>()
  const [pista, setPista] = useState<MediaStreamTrack>()
  const [lista, setLista] = useState(false)

  useEffect(() => {
    if (!abierta) return
    if (!window.isSecureContext || !navigator.mediaDevices) {
      setImpedimento('origen')
      return
    }
    let vigente = true
    let flujo: MediaStream | undefined
    let reloj: ReturnType<typeof setInterval> | undefined
    setImpedimento(undefined)

    async function start() {
      const [{ readCodigo }, entrada] = await Promise.all([
        import('./lector-codigos').catch(() => {
          throw new DOMException('', 'lector')
        }),
        navigator.mediaDevices.getUserMedia({
          // Narrow bars need a high resolution.
          video: {
            width: { ideal: 1280 },
            height: { ideal: 720 },
            ...(camara ? { deviceId: { exact: camara } } : { facingMode: 'environment' }),
          },
        }),
      ])
      flujo = entrada
      const el = video.current
      if (!vigente || !el) {
        stop()
        return
      }
      setPista(entrada.getVideoTracks()[0])
      el.srcObject = entrada
      await el.play()
      setLista(true)
      const todas = await navigator.mediaDevices.enumerateDevices()
      setCamaras(todas.filter((d) => d.kind === 'videoinput'))
      const lienzo = document.createElement('canvas')
      let ocupado = false
      reloj = setInterval(async () => {
        if (ocupado || !crop(el, lienzo)) return
        ocupado = true
        const texto = await readCodigo(lienzo).catch(() => null)
        ocupado = false
        if (texto && vigente) onCodigo(texto)
      }, 1000 / CUADROS_POR_SEGUNDO)
    }
    function stop() {
      clearInterval(reloj)
      for (const t of flujo?.getTracks() ?? []) t.stop()
    }

    start().catch((causa: DOMException) => {
      stop()
      if (vigente) setImpedimento(causa.name === 'lector' ? 'lector' : (IMPEDIMENTO[causa.name] ?? 'ocupada'))
    })
    return () => {
      vigente = false
      stop()
      setLista(false)
      setPista(undefined)
    }
  }, [abierta, camara, onCodigo])

  return {
    video,
    impedimento,
    camaras,
    /** The chosen camera, else the one that the browser selected. */
    camara: camara ?? pista?.getSettings().deviceId ?? '',
    setCamara,
    lista,
    linterna: useLinterna(pista),
  }
}

/** The torch of the camera: null if there is none. */
function useLinterna(pista: MediaStreamTrack | undefined) {
  const [encendida, setEncendida] = useState(false)
  useEffect(() => {
    if (pista) setEncendida(false)
  }, [pista])
  const tiene = (pista?.getCapabilities?.() as Linterna | undefined)?.torch
  if (!pista || !tiene) return null
  return {
    encendida,
    toggle: () => {
      const torch = !encendida
      void pista
        .applyConstraints({ advanced: [{ torch } as MediaTrackConstraintSet] })
        .then(() => setEncendida(torch))
    },
  }
}
