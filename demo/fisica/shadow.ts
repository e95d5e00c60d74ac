import { createRandom } from '../random'

const ONDAS = 24

/**
 * Shadowing by hidden walls, machines and stacks, in dB: a Gaussian field over the floor that is constant over time. Points closer than
 * `metros` have similar values: the correlation falls as exp(-distance / metros). It is a sum of plane waves whose wave numbers are drawn
 * from the spectrum of that correlation. Source: Gudmundson, Correlation model for shadow fading in mobile radio systems, 1991.
 * @param sigma standard deviation in dB
 */
export function createShadow(seed: number, metros: number, sigma: number): (x: number, y: number) => number {
  const random = createRandom(seed)
  const kx = new Float64Array(ONDAS)
  const ky = new Float64Array(ONDAS)
  const fase = new Float64Array(ONDAS)
  for (let i = 0; i < ONDAS; i++) {
    const k = Math.sqrt(1 / (1 - random.next()) ** 2 - 1) / metros
    const rumbo = random.between(0, 2 * Math.PI)
    kx[i] = k * Math.cos(rumbo)
    ky[i] = k * Math.sin(rumbo)
    fase[i] = random.between(0, 2 * Math.PI)
  }
  const altura = sigma * Math.sqrt(2 / ONDAS)
  return (x, y) => {
    let db = 0
    for (let i = 0; i < ONDAS; i++)
      db += Math.cos((kx[i] as number) * x + (ky[i] as number) * y + (fase[i] as number))
    return altura * db
  }
}
