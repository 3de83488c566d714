// Money and numbers in the reader's own way of writing them; "–" for what is not known.
export const kUnknown = '–';

const money = new Intl.NumberFormat(undefined, { style: 'currency', currency: 'USD' });
const smallMoney = new Intl.NumberFormat(undefined, {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 4,
});
const whole = new Intl.NumberFormat();
const compact = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 });
const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 });
const decimal = new Intl.NumberFormat(undefined, { minimumFractionDigits: 2, maximumFractionDigits: 2 });

export function usd(value: number | null): string {
  if (value === null) return kUnknown;
  return value !== 0 && Math.abs(value) < 0.01 ? smallMoney.format(value) : money.format(value);
}
export const count = (value: number | null) => (value === null ? kUnknown : whole.format(value));
export const short = (value: number | null) => (value === null ? kUnknown : compact.format(value));
export const share = (value: number | null) => (value === null ? kUnknown : percent.format(value));
export const score = (value: number | null) => (value === null ? kUnknown : decimal.format(value));

// "1 run", "3 runs".
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${whole.format(value)} ${value === 1 ? one : many}`;
}
