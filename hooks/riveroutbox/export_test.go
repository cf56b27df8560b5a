package riveroutbox

// NewDelivery makes the job of an encoded message.
var NewDelivery = delivery
