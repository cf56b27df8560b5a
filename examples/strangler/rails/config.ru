# The part of the Rails application. It does what Rails does where a proxy in front can be wrong:
# it believes X-Forwarded headers, compares Origin with the address that it believes to have,
# sends its cookie, tokens and ids, and streams.
require "cgi"
require "json"
require "securerandom"

PRODUCTS = JSON.parse(File.read(File.join(__dir__, "products.json")))
ORDERS = []
LISTENERS = []
LOCK = Mutex.new

class Shop
  def call(env)
    @request = Rack::Request.new(env)
    case [@request.request_method, @request.path_info]
    in ["GET" | "HEAD", "/"] then html("Welcome to the shop")
    in ["GET" | "HEAD", "/products"] then products
    in ["GET" | "HEAD", "/products.json"] then json(PRODUCTS)
    in ["GET" | "HEAD", %r{\A/products/(\d+)(\.json)?\z}] then product(PRODUCTS.find { |p| p["id"] == $1.to_i }, $2)
    in ["GET" | "HEAD", "/orders/new"] then new_order
    in ["POST", "/orders"] then create_order
    in ["GET" | "HEAD", %r{\A/orders/(\d+)\z}] then order(ORDERS[$1.to_i - 1])
    in ["GET", "/events"] then events
    else not_found
    end
  end

  private

  def products = html("Products", *PRODUCTS.map { |p| %(<a href="/products/#{p["id"]}">#{CGI.escapeHTML(p["name"])}</a>) })

  def product(found, format)
    return not_found unless found
    return json(found) if format
    html(found["name"], "Price: #{found["price"]}", %(<a href="/orders/new?product=#{found["id"]}">Order</a>))
  end

  def new_order
    token = @request.cookies["_shop_session"] || SecureRandom.hex
    form = %(<form action="/orders" method="post"><input type="hidden" name="authenticity_token" value="#{token}">) +
      %(<input name="product" value="#{@request.params["product"].to_i}"><button>Order</button></form>)
    answer(200, "text/html; charset=utf-8", page("New order", form), "set-cookie" => "_shop_session=#{token}; path=/; HttpOnly; SameSite=Lax")
  end

  # Rails: RequestForgeryProtection#verified_request?
  def create_order
    origin, token = @request.get_header("HTTP_ORIGIN"), @request.cookies["_shop_session"]
    if (origin && origin != @request.base_url) || token.nil? || token != @request.params["authenticity_token"]
      return answer(422, "text/plain; charset=utf-8", "The change you wanted was rejected: #{origin} is not #{@request.base_url}")
    end
    id = LOCK.synchronize do
      ORDERS << { product: @request.params["product"].to_i, from: @request.ip }
      LISTENERS.each { |out| out << "data: order #{ORDERS.size}\n\n" rescue nil }
      ORDERS.size
    end
    answer(303, "text/html; charset=utf-8", "", "location" => "#{@request.base_url}/orders/#{id}")
  end

  def order(found)
    return not_found unless found
    html("Order", "Product #{found[:product]} for #{found[:from]}")
  end

  # Each order is an event.
  def events
    open = lambda do |out|
      out << "data: open\n\n"
      LOCK.synchronize { LISTENERS << out }
    end
    [200, { "content-type" => "text/event-stream", "cache-control" => "no-cache", "rack.hijack" => open }, []]
  end

  def not_found = answer(404, "text/plain; charset=utf-8", "Not Found")

  def html(title, *lines) = answer(200, "text/html; charset=utf-8", page(title, *lines))

  def page(title, *lines)
    ["<!DOCTYPE html>", %(<meta name="csrf-token" content="#{SecureRandom.base64}">), "<h1>#{CGI.escapeHTML(title)}</h1>", *lines, ""].join("\n")
  end

  def json(value) = answer(200, "application/json; charset=utf-8", JSON.generate(value))

  def answer(status, type, body, more = {})
    [status, { "content-type" => type, "x-frame-options" => "SAMEORIGIN", "x-request-id" => SecureRandom.uuid, **more }, [body]]
  end
end

run ->(env) { Shop.new.call(env) }
