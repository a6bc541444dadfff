// Cents in, dollars shown; whole numbers all the way.

export function dollars(cents) {
  const whole = Math.trunc(Math.abs(cents) / 100);
  const rest = Math.abs(cents) % 100;
  const sign = cents < 0 ? "−" : "";
  const tail = rest ? "." + String(rest).padStart(2, "0") : "";
  return sign + "$" + String(whole).replace(/\B(?=(\d{3})+$)/g, ",") + tail;
}
